"""Statement occurrences and the graph that holds them."""
