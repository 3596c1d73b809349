"""What tools say that change one task or two."""

from typing import Final

WRITES: Final[dict[str, tuple[str, str]]] = {
    "move.failed": ("移动失败：{reason}", "Move failed: {reason}"),
    "move.done": ("已将 {task} 从{origin}移至{target}。", "Moved {task} from {origin} to {target}."),
}
