"""Games for the lab: under which rules, between whom, how they are played, and how they ended."""
