"""``python -m runtime.tool_page`` writes the page anew."""

from runtime.tool_page.page import PAGE, page_text

PAGE.write_text(page_text(), encoding="utf-8")
