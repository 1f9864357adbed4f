"""A phone in English at a group."""

import pytest
from flask import Flask

from tests.extras.group.phones import found
from tests.web.phone import Phone


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app, "en")


@pytest.fixture
def group(phone: Phone) -> str:
    return found(phone)
