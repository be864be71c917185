Require ExtrOcamlNatInt.
