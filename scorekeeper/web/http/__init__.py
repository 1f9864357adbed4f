"""What stands between a request and a page: who may, what is saved, what is refused."""
