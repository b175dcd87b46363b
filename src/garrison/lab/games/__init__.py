"""Games for the lab: which ones are needed, who plays them, and how they are spread over cores and machines."""
