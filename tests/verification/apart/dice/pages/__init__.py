"""The pages of the room of dice."""
