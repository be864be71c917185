"""The trace, version 1: records, writer and strict reader. The checker shares it with the
learner."""
