"""Games that are packages of their own: how they are found, refused, and played."""
