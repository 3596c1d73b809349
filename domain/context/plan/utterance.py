"""What kind of sentence a query is, apart from what it is about (rules CONTEXT-5, CONTEXT-22 and CONTEXT-28)."""

import re
from dataclasses import dataclass

from domain.context.plan.folding import listed

_PUNCTUATION = r"[\s,.!?;:~、，。！？；：～…\-—()（）'\"“”]*"

_SMALL_TALK = listed(
    """
    你好 | 您好 | 大家好 | 哈喽 | 哈啰 | 嗨 | 喂 | 在吗 | 在不在 | 早 | 早安 | 早上好 | 上午好 | 中午好 | 下午好 |
    晚上好 | 晚安 | 谢谢 | 谢谢你 | 多谢 | 感谢 | 辛苦了 | 今天辛苦了 | 再见 | 拜拜 | 回头见 | 明天见 | 下周见 |
    周一见 | 好的 | 好 | 嗯 | 嗯嗯 | 行 | 可以 | 没事 | 没关系 | 不客气 | 不用了 | 不用谢 | 哈哈 | 哈哈哈 | 呵呵 |
    知道了 | 明白了 | 收到 | ok | 新年快乐 | 春节快乐 | 中秋快乐 | 国庆快乐 | 节日快乐 | 生日快乐 | 周末愉快 |
    周末快乐 | 祝你周末愉快 | 你是谁 | 你叫什么 | 你叫什么名字 | 你会什么 | 你能做什么 | 讲个笑话 | 讲个笑话吧 |
    给我讲个笑话 | 今天天气真好 | 今天天气不错 | 你真棒 | 真棒 | 太好了 | 我爱你 | 你吃了吗 | 吃了吗 | 最近怎么样 |
    最近好吗 | 你最近好吗 | 你今天怎么样 | 你好吗 | hi | hello | hey | hi there | hello there | hey there |
    good morning | good afternoon | good evening | good night | morning | thanks | thank you | thank you very much |
    thanks a lot | many thanks | cheers | bye | goodbye | bye bye | see you | see you later | see you tomorrow |
    see you soon | see you next week | take care | okay | yes | no | sure | great | cool | nice | awesome | got it |
    i see | no problem | you're welcome | happy new year | merry christmas | happy birthday | have a nice day |
    have a good day | have a nice weekend | have a good weekend | have a great weekend | how are you |
    how are you today | how are you doing | what's up | how's it going | nice to meet you | who are you |
    what's your name | what is your name | what can you do | tell me a joke | haha | lol | well done | how do you do |
    nice weather today | how was your day
    """
)
_FILLERS = (
    "(?:啊|呀|哦|噢|啦|了|呢|吧|嘛|哈|哟|呐|你|您|大家|老师|各位"
    "|daywright|there|everyone|all|so much|very much|again|today)?"
)
_UNIT = "(?:" + "|".join(re.escape(each) for each in sorted(_SMALL_TALK, key=len, reverse=True)) + ")"
_ONLY_SMALL_TALK = re.compile(rf"{_PUNCTUATION}(?:{_UNIT}[\s,，]*{_FILLERS}{_PUNCTUATION}){{1,6}}")
_LONGEST_SMALL_TALK = 60

_QUESTION = re.compile(
    r"[?？吗么呢]|什么|哪|谁|誰|多少|几(?:点|号|个|次|门|节|[?？]?$)|怎么|怎样|如何|是不是|有没有|有无|能不能|多久|啥|咋"
    r"|查一?下|查查|看一?下|看看|列出|列一?下|找一?下|总结|回顾|汇总|告诉我"
    r"|^[\s\x00]*(?:what|which|who|whom|when|where|why|how|did|do|does|am|is|are|was|were|have|has|had|any|anything)\b"
    r"|^[\s\x00]*(?:list|show|find|summari[sz]e|recap|review|look up|search)\b"
    r"|\b(?:what|which|who|when|where|anything)\b|\btell (?:me|us) about\b"
)
_COMMAND = re.compile(
    r"[挪移]|调到|调整|改到|改成|改为|换到|换成|推迟|提前|延后|取消|删掉|删除|撤销|恢复|提醒我|叫我|记住|记一下|记下来"
    r"|[帮给]我(?:安排|排|计划|规划|定|约|订|加|设|写|记)|安排(?:一下|到|在|进)|排(?:到|在|一下)|加上|添加|新建|创建"
    r"|设(?:个|置|一个)|导入|确认预览|[不别](?:要|再)?(?:安排|排)|均匀|分散|腾出来|空出来|太满"
    r"|\b(?:move|shift|swap|cancel|delete|remove|undo|postpone|reschedule|spread|add|create|set|import|confirm)\b"
    r"|(?:^|\bplease |\bto |\band )[\s\x00]*book\b(?! (?:of|by|about)\b)"
    r"|\b(?:remind me|plan (?:my|the)|schedule (?:a|an|the|my)|(?:remember|note) that)\b"
    r"|\b(?:don't schedule|no (?:tasks|classes))\b"
)
_PERSONAL = re.compile(r"我|咱|俺|\b(?:i|me|my|mine|we|us|our|i'm|i've|i'd|i'll)\b")
_PAST = re.compile(
    r"过(?!来|去|几|期|年|程)|(?<![除为])了(?!解|吗)|了吗|刚才|当时|曾经"
    r"|\b(?:did|was|were|had|been|have i|has he|has she)\b"
    r"|\b(?:went|said|told|wrote|bought|spent|met|saw)\b"
    r"|(?<![a-z])[a-z]{3,}ed\b"
)
_AHEAD = re.compile(
    r"要|将|准备|需要|应该|该|得(?=交|去|做|完成)|会不会|能不能|能去|可以|有什么|有哪些|有啥|还有"
    r"|\b(?:will|going to|should|need to|have to|must|shall|do i have|have i got|am i|are we|upcoming|coming|next)\b"
)
_OF_THE_WORLD = re.compile(
    r"天气|气温|下雨|新闻|股价|股票|汇率|\b(?:weather|forecast|news|rain|stock)\b"
    # How far a day is off, and how old somebody is, is told by no record.
    r"|[离到].{0,12}还?[有剩差](?:几|多少|多久|多长)|^[\s\x00]*还?[有剩差](?:几|多少)(?:天|周|个)"
    r"|\bhow (?:many (?:days|weeks|months|hours)|long)(?: are| is)?(?: there| it)?(?: left)?[\s\x00]*(?:until|till|to)?"
    r"[\s\x00]*$"
    r"|^我[\s\x00]*(?:才|都|快|刚|满|刚满)?[\s\x00]*[\d〇一二两三四五六七八九十]{1,3}岁"
    r"|^i(?:'m| am)[\s\x00]+\w+ years old"
)
_THANKS = re.compile(
    r"[\s\x00]*(?:(?:真的?|太|非常|十分|多)?(?:谢谢|感谢|谢)|(?:many )?thanks\b|thank you\b)[^,.!?;，。！？；\n]*"
    r"[.!。！~\s]*"
)
_INSTRUCTS = re.compile(
    r"翻译|解释|推荐|介绍|计算|算一?下|算算|证明|举例|比较|分析|生成|画|唱"
    r"|^[\s\x00]*(?:please )?(?:explain|describe|translate|recommend|suggest|define|compare|calculate|compute|solve"
    r"|prove|sing|draw|generate|analy[sz]e|tell|play|open|stop|help)\b"
)


@dataclass(frozen=True, slots=True)
class Utterance:
    """How something is asked.

    Attributes:
        asks: it is a question, or asks to be shown something.
        commands: it orders a change, a reminder or the like, and asks nothing.
        personal: it speaks of the person.
        past, ahead: its words tell of what was, or of what is to come.
        of_the_world: it is about the weather, the news and so on.
        instructs: it wants something made up or explained, which no record holds.
    """

    asks: bool
    commands: bool
    personal: bool
    past: bool
    ahead: bool
    of_the_world: bool
    instructs: bool


def is_small_talk(folded: str) -> bool:
    """Whether there is nothing but greetings, thanks and the like (rule CONTEXT-5)."""
    return len(folded) <= _LONGEST_SMALL_TALK and (
        _ONLY_SMALL_TALK.fullmatch(folded) is not None or _only_thanks(folded)
    )


def _only_thanks(folded: str) -> bool:
    """Whether somebody is thanked for something in one clause, and neither asked nor told to do anything."""
    return _THANKS.fullmatch(folded) is not None and not _QUESTION.search(folded) and not _COMMAND.search(folded)


def read_utterance(masked: str, bare: str) -> Utterance:
    """How a query is asked.

    Args:
        masked: the folded query with its times blotted out.
        bare: the same with its keywords blotted out as well, so that 重要 is no 要.
    """
    asks = _QUESTION.search(masked) is not None
    return Utterance(
        asks=asks,
        commands=not asks and _COMMAND.search(masked) is not None,
        personal=_PERSONAL.search(masked) is not None,
        past=_PAST.search(bare) is not None,
        ahead=_AHEAD.search(bare) is not None,
        of_the_world=_OF_THE_WORLD.search(masked) is not None,
        instructs=_INSTRUCTS.search(masked) is not None,
    )
