"""A client of a served API, with the example week stored and a worker at work."""

from tests.runtime.client.place import place as place
