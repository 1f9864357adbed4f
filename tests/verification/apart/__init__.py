"""What is put into a copy of the app, or taken out of it: a sixth game, a sixth language, rooms."""
