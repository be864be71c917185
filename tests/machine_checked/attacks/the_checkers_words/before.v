Print Assumptions I.
