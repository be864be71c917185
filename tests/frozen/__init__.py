"""Record of what is compared, frozen before the code that compares it is changed, and the tool that
finds it again."""
