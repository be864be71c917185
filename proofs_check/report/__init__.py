"""The audit for readers: terminal, findings, pages, the generated parts of the documents. May
import the audit and what is below it."""
