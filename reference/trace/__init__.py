"""The trace, version 1: its records, a strict reader and a writer. May import `reference.mdp`,
`reference.readings` and support; the checker shares this room with the learner that it checks."""
