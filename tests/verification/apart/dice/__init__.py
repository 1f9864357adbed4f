"""A room of dice: dice for who deals."""
