"""The words around what a reminder says and when (rules CHAT-11 and CHAT-14)."""

from typing import Final

from domain.conversation.cue import words
from domain.conversation.reminder_cues import DROP, DROP_EN, MOVED, STOPPED

_SETS = r"(?:设置?|定|加|建|创建|新建|添加|设定|安排|来|弄)(?:上|一下|好)?(?:[一两]?个)?"
_ME = r"(?:我们|我|咱们?|大家)"

CALLS: Final = words(
    rf"(?:请|再|记得|到时候?|届时|准时|按时|定时){{0,3}}(?:提醒(?:一下|下|一声)?{_ME}?(?:一下|一声)?"
    rf"|(?:叫|喊|通知|催|告诉)(?:一下|一声|醒)?{_ME}(?:一声|一下)?|(?:叫|喊)一[声下]{_ME}?|(?:敲|戳|弹|闹|踢|捅|晃|摇|拍)(?:一?[下声])?{_ME}(?:一[下声])?"
    rf"|把{_ME}(?:叫|喊|闹|弄|拽|拍|摇)(?:起来?|醒))(?!事项|类|任务|列表|清单)"
    rf"|{_SETS}[^,。,;!?]{{0,10}}?(?:提醒|闹钟)|(?:提醒|闹钟)(?:设|定)(?:在|到|为|成|个)?"
    r"|\brem(?:ai|i)nd\s+(?:me|us)\b|\b(?:ping|nudge|alert|notify|poke|buzz|page)\s+(?:me|us)\b|\btell\s+me\b(?=\s+(?:in|at|to)\b)|\bwake\s+(?:me|us)(?:\s+up)?\b"
    r"|\bgive\s+me\s+a\s+(?:nudge|shout|ping|heads\s*up|buzz|reminder)\b"
    r"|\b(?:set|create|add|make|need|want|put)\s+(?:me\s+|up\s+)?(?:an?\s+|the\s+|another\s+)?(?:\w+\s+)?(?:reminder|alarm|timer)\b"
)
LISTS: Final = words(
    r"(?:有|还有|看|查|列|显示|设)[^,。;!?，；！？]{0,10}提醒(?!(?:一[下声])?[我咱]|一[下声])|(?:我的|所有|全部|几[个条]|哪些|什么)\S{0,3}提醒|提醒(?:列表|清单|都?有)"
    r"|\b(?:list|show|see|view|any|what|which|how\s+many|my|all|active|pending|upcoming)\b[^,.;!?]{0,30}\breminders?\b"
)
DROPS: Final = words(
    rf"{STOPPED}|{DROP}(?!忘|错过)[^,。;!?，；！？]{{0,16}}提醒|把[^,。,;!?]{{0,16}}提醒[^,。,;!?]{{0,14}}{DROP}|{DROP}\s*schedule-\d+"
    rf"|提醒[^,。,;!?]{{0,8}}(?:{DROP}|不要了?|不用了?)|\b{DROP_EN}\b[^,.;!?]{{0,30}}\b(?:reminders?|schedule-\d+)"
    r"|\bforget\b[^,.;!?]{0,20}\breminders?\b"
)
MOVES: Final = words(MOVED)
EVERY: Final = words(r"所有|全部|全都|都|\b(?:all|every|any\s+more|everything)\b")
NOISE: Final = words(
    rf"{STOPPED}|{DROP}|{DROP_EN}\b|提醒|把|那[个条]|这[个条]|的|了|掉|吧|我|给|帮|所有|全部|都|请|麻烦|一下"
    r"|\b(?:the|my|a|an|about|for|to|of|reminders?|remind(?:ing)?|me|us|all|please|that|anymore|any\s+more|can|could|you|forget)\b|[\s,.;!?。]+"
)
BEFORE: Final = words(
    r"^(?:[\s,.;!?。、，；！？:：]|麻烦|请|帮我|给我|帮忙|能不能|可不可以|能否|可以|能|你|在|大概|大约|差不多|我想要?|要|那|嗯|好的?|再|hey|hi|ok(?:ay)?"
    r"|\b(?:can|could|would|will|please|you|just|i|want|need|to|at|in|for|about|around|and)\b)+"
)
AFTER: Final = words(
    r"^(?:[\s,.;!?。、，；！？:：~\-]|[啊呀哦吧呢]|之间|期间|大概|大约|差不多|左右|在|于|说|(?:叫|喊|提醒)我|到时候"
    r"|(?:to|about|that|of|for|at|on|saying|which|please|again)\b)+"
)
BEHIND: Final = words(
    r"(?:[\s,.;!?。、，；！？~]|[啊呀哦吧呢嘛啦]|好吗|好不好|可以吗|行吗|可以么|谢谢你?|多谢|拜托了?|麻烦你?了?"
    r"|\b(?:please|pls|thanks|thank\s+you|ok|okay|at|in|on)\b)+$"
)
