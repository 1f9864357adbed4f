"""The pages of seals: what stands on paper, and signing it with a finger."""
