"""What people are told, as webhooks with the link of the panel (rules DEVICE-8 to DEVICE-10, DEVICE-16, DEVICE-17)."""

from activities.devices import told_of
from activities.preparation_ports import Delivery, Notice
from activities.reached import reaching
from activities.webhooks import Receiver, Webhooks
from domain.preparation.notices import Meeting, notice_text


class OutsideNotifications:
    """The receiver of an operator that passes on to people what they are told."""

    def __init__(self, webhooks: Webhooks, receiver: Receiver, public_url: str) -> None:
        """``public_url`` is where people reach the page that links lead to."""
        self._webhooks, self._receiver, self._public_url = webhooks, receiver, public_url.rstrip("/")

    async def notify(self, notice: Notice) -> Delivery:
        """Post what a person is told; the receiver passes on what its key names once.

        Raises:
            PortAway: another attempt may succeed.
            PortRefused: none will.
        """
        with reaching("notifications", self._receiver.url):
            await self._webhooks.post(self._receiver, notice.key, f"preparation.{notice.kind}", self._told(notice))
        return "delivered"

    def _told(self, notice: Notice) -> dict[str, object]:
        room = notice.room
        meeting = Meeting(room.room_id, room.zone, notice.meeting_start, notice.meeting_end)
        said = notice_text(notice.kind, meeting, notice.values, notice.locale)
        return {
            **told_of(room),
            "booker_id": notice.booker_id,
            "booker_name": notice.booker_name,
            "meeting_start": notice.meeting_start.isoformat(),
            "meeting_end": notice.meeting_end.isoformat(),
            "values": dict(notice.values),
            "locale": notice.locale,
            "title": said.title,
            "text": said.text,
            "link": f"{self._public_url}{notice.link}",
        }
