"""Words by which a reminder is asked for, looked at or taken back (rule CHAT-7)."""

from typing import Final

from domain.conversation.cue import Cue, cue
from domain.conversation.times_said import TIME
from domain.refine.numerals import NUMBER, NUMBER_EN

DROP: Final = r"(?:删(?:除|掉)?|取消掉?|去掉|关掉?|撤[掉了]?|移除|清除|清空|不要)"
DROP_EN: Final = r"(?:delete|cancel|remove|clear|dismiss|drop|turn\s+off|get\s+rid\s+of)"
_MOVE = r"(?:推迟|延后|延迟|延期|推后|提前|挪|移|改(?!天|日)|调整?[到成至]|换[到成])"
_THAT = r"(?:的|这[个条]|那[个条])?"
STOPPED: Final = (
    r"(?:别|不用|不要|不必|无需|停止|不需要)(?:再|来|老|总)*(?:给我)?提醒"
    r"|\b(?:stop|quit|no\s+need\s+to|don't|do\s+not|never)\s+(?:ever\s+)?remind(?:ing)?\b|\bno\s+more\s+reminders?\b"
)
MOVED: Final = (
    rf"(?:把|将)[^,。,;!?，；！？]{{0,16}}(?:{_THAT}提醒(?!我|咱|一下)|\bschedule-\d+)[^,。,;!?，；！？]{{0,8}}?{_MOVE}"
    rf"|{_MOVE}[^,。,;!?，；！？]{{0,10}}{_THAT}(?:提醒(?!我|咱|一[下声])|\bschedule-\d+)"
    rf"|提醒(?!我|咱|一[下声])(?:的?时间)?(?:能不能|可以|请|再|都)?{_MOVE}"
    r"|\b(?:move|shift|postpone|re-?schedule|snooze|delay|push(?:\s+back)?|put\s+off|bump|change|edit|update|bring\s+forward)"
    r"\s+(?:(?!and\b|then\b|set\b|add\b|an?\b|another\b|to\b)[\w']+\s+){0,5}?(?:reminders?\b(?!\s+me)|alarms?\b|schedule-\d+)"
)
_AFTER = (
    r"一会儿?|待会儿?|等会儿?|等下"
    rf"|(?:半个?|一刻|{NUMBER}个?半?|几)(?:秒钟?|分钟?|刻钟?|小时|钟头|天|{NUMBER}刻)*[^,;]{{0,4}}?(?:[之以]?后|过后)"
    rf"|[过等隔](?:我)?(?:半个?|一刻|{NUMBER})个?半?(?:秒|分|刻|小时|钟头|钟|天)"
    rf"|\bin\s+(?:an?|half|about|{NUMBER_EN})\b[\w\s]{{0,12}}(?:sec|min|hour|hr|day)"
)
_SHOW_EN = r"(?:list|show|see|view|any|what|which|how\s+many|all|active|pending|my|no|more|other)"
_NOUN = r"提醒(?!事项|类|任务|的任务|系统|功能)"
_NAMES_A_TASK = r"(?![^把,]{0,12}(?:这个|那个|这项|那项)(?:任务|事项))"
_OBJECT_EN = r"(?:an?\s+|the\s+|another\s+|up\s+a\s+)?(?:\w+\s+)?(?:reminders?|alarms?|timers?)"

REMINDERS: Final[tuple[Cue, ...]] = (
    cue(r"\b(?:have|is|are|still)\b[^,.;!?]{0,24}\breminders?\b"),
    cue(rf"提醒(?:一下|下|一声)?(?:我|咱|俺|大家){_NAMES_A_TASK}|提醒(?:一下|一声)"),
    cue(r"(?:记得|到时候?|到点|定时|准时|按时)(?:再)?提醒"),
    cue(STOPPED),
    cue(MOVED),
    cue(rf"(?:有|还有|看看?|看一?下|查看?|列出|显示)[^,。;!?把]{{0,8}}{_NOUN}"),
    cue(
        rf"{_NOUN}[^,。;!?]{{0,4}}(?:还剩|还有|剩下?|有)(?:几|多少|哪"
        rf"|什么|啥)|{_NOUN}[^,。;!?]{{0,3}}(?:几点|什么时候|啥时候|何时"
        rf"|会?响)"
    ),
    cue(rf"{_NOUN}(?:列表|都?有(?:什么|哪些|几|没有)|清单|还?在[吗不])"),
    cue(rf"(?:我的|所有的?|全部的?|几[个条]|哪些|什么)(?:\S{{0,3}}){_NOUN}(?=$|[,。;!?吗呢都])"),
    cue(rf"{DROP}[^,。;!?把]{{0,12}}{_NOUN}|把[^,。;!?]{{0,12}}{_NOUN}[^,。;!?]{{0,14}}{DROP}"),
    cue(rf"{_NOUN}[^,。;!?到]{{0,6}}(?:{DROP}|不要了?|不用了?)(?=$|[\s,.。;!?~吧啊])"),
    cue(rf"(?:设|定|加|建|创建|新建|添加|设置|安排)(?:个|一个|上|一?下|置)[^,。;!?]{{0,10}}?{_NOUN}"),
    cue(rf"(?:创建|新建|添加|设置){_NOUN}|闹钟|\bschedule-\d+\b"),
    cue(rf"(?:{TIME}|{_AFTER})[^,。;]{{0,8}}(?:叫|喊|通知|告诉|催)(?:一?下|一声|醒)?我"),
    cue(rf"(?:叫|喊)我(?:一声|一下|起床|起来)|叫醒我|(?:叫|喊)(?:一声|一下)我?|(?:叫|喊)我[^,。;]{{0,4}}(?:{_AFTER})"),
    cue(rf"(?:{_AFTER})[^,。;]{{0,8}}提醒"),
    cue(
        rf"(?:{TIME}|{_AFTER})[^,。;]{{0,10}}?(?:跟|和|给|对)?(?:我)?(?:说"
        rf"|讲|提示|敲|戳|吱|催|艾特|提|招呼|叫)(?:我|一?声|一?下)"
    ),
    cue(
        r"(?:到点|到时候?|届时|记得|别忘了?|准时|按时|定时)[^,。;]{0,6}(?:叫(?![什啥做作])"
        r"|喊|敲|催|通知|告诉|提示|艾特|跟我说|和我说)(?:一?下|一声)?我?"
    ),
    cue(rf"(?:{TIME}|{_AFTER})[^。;]{{0,10}}?(?:把我)?(?:敲|戳|弹|闹|踢|捅|晃|摇|拍|拽)(?:一?[下声])?(?:我|[起醒])"),
    cue(rf"(?:设|定|建|存)(?:了|过|的)[^,。;]{{0,8}}{_NOUN}|{_NOUN}[^,。;]{{0,4}}来着"),
    cue(r"(?:设|定|开|来|加)(?:个|一个)?[^,。;]{0,8}(?:倒计时|计时器?|番茄钟|闹铃)|提示我|闹我|催我"),
    cue(
        r"\bremind\s+(?:me|us)\b(?!,?\s+(?:which|what|where|who|how)\b)"
        r"|\bbe\s+reminded\b|\ba\s+reminder\s+(?:to|about|for|at|in|on)\b"
    ),
    cue(
        r"\b(?:don't|do\s+not|never)\s+let\s+(?:me|us)\s+forget\b|\b(?:so"
        r"|make\s+sure|see\s+that)\s+(?:that\s+)?i\s+(?:don't|do\s+not)\s+forget\b",
    ),
    cue(
        r"\b(?:shout|yell|holler)\s+at\s+me\b|\b(?:prompt|warn|call|text"
        r"|message)\s+me\s+(?:in|at|when|before|tomorrow|tonight|on|about"
        r"|to)\b",
    ),
    cue(
        r"\b(?:countdown|stopwatch)\b|\btimer\s+for\b|\b(?:set|start)\s+(?:me\s+)?(?:an?\s+)?[^,.;!?]{0,20}?\b(?:timer"
        r"|alarm)\b",
    ),
    cue(rf"\b(?:set|create|add|make|need|want|give\s+me|put)\s+(?:me\s+)?{_OBJECT_EN}\b"),
    cue(rf"\b(?:{DROP_EN}|{_SHOW_EN})\s+[^,.;!?]{{0,24}}?\b(?:reminders?|alarms?)\b"),
    cue(
        rf"\btell\s+me\s+(?:{_AFTER})|(?:{_AFTER})[^,.;]{{0,16}}\b(?:tell"
        rf"|ask|let)\s+me\b|\btell\s+me\s+(?:to\s+(?!you)|when\s+it)\b",
    ),
    cue(r"\b(?:ping|nudge|alert|notify|wake|poke|buzz|page)\s+(?:me|us)\b"),
    cue(r"\bgive\s+me\s+a\s+(?:nudge|shout|ping|heads\s*up|buzz)\b"),
)
