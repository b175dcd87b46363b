"""The lab's reports: what they say, as text, tables and pages of HTML."""
