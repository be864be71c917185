"""The inequalities of the paper, evaluated on every run. A trace becomes tables of every quantity;
a statement's sides are compared in enclosed doubles, and exactly where these do not decide."""
