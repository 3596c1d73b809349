"""Calendar files for tests, written line by line."""


def vevent(*lines: str, summary: str = "高等数学", start: str = "DTSTART;TZID=Asia/Shanghai:20260831T080000") -> str:
    """An event with its first lines given; ``lines`` come last."""
    return "\r\n".join(["BEGIN:VEVENT", "UID:u-1", f"SUMMARY:{summary}", start, *lines, "END:VEVENT"])


def vcalendar(*components: str) -> bytes:
    """A whole file."""
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//"]
    return "\r\n".join([*head, *components, "END:VCALENDAR", ""]).encode()
