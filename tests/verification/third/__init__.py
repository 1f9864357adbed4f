"""A third opinion on plays, from the words of the five source documents and nothing else."""
