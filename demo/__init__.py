"""The two demo projects: real narratives and codes, invented votes, answers and decisions."""
