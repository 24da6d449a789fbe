"""The card game in the command: its words, tables and pages."""
