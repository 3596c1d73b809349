"""The values that cross the wire, as programs see them; they import no web framework, so that clients may use them."""
