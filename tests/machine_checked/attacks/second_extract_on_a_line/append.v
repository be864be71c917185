Require Extraction. Extract Constant negb => "(fun b -> b)".
