"""The board game in the command: its words, tables and pages."""
