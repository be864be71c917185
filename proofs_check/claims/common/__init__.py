"""What several claims share. May import what a claim may import, and no claim."""
