"""The audit for readers: terminal, findings, pages, the generated parts of the documents."""
