"""Messages that stop a run, and those that wish for a confirm or an undo (rule CHAT-5)."""

from typing import Final

from domain.conversation.cue import Cue, cue, words

_RUN = r"(?:这一?次|这个|那个|本次|当前|正在(?:进行|跑|运行)?|现在)?的?(?:运行|计划|规划|调整|排程|安排|请求|操作|修改)"
_RUN_EN = r"(?:(?:the|this|that|my|current)\s+)*(?:run|runs|planning|plan|refine|refinement|scheduling|job|request)"
_END = r"(?:取消|(?<!确认)撤销(?=[^。]{0,6}(?:运行|请求|规划|排程))|停止|停掉|停下|终止|中止|中断|放弃|结束)"
_NO_MORE = r"(?:先|都)?(?:别|不用|不要|不必|甭|不想?)(?:再|继续|给我|帮我)*"

STOPS: Final[tuple[Cue, ...]] = (
    cue(rf"{_END}(?:掉|了)?{_RUN}|把?{_RUN}(?:给)?(?:{_END}|停)(?:掉|了|下来)?"),
    cue(rf"{_NO_MORE}(?:排课?|安排|规划|计划|算|跑|运行|继续|生成|弄|改)(?:下去)?[了啦]"),
    cue(rf"{_NO_MORE}(?:排|安排|规划|弄|搞|做|改|调整?|动|算|跑|来|继续|生成|问|想)(?:下去)?(?:[了啦吧])?", sure=False),
    cue(r"(?:不用|不要|不必)[了啦]|算[了啦]|取消掉?|停(?:一停|停|一下|下来?|止|手|掉)?", sure=False),
    cue(r"终止|中止|中断|打住|放弃|作罢|结束|等等|等一下|慢着|且慢|先放一?放|回头再说|以后再说|停停", sure=False),
    cue(rf"\b(?:stop|cancel|abort|halt|kill|end|quit|drop)\s+{_RUN_EN}\b"),
    cue(r"\bstop\s+(?:planning|scheduling|running|refining)\b"),
    cue(
        r"\b(?:stop|cancel|abort|halt|quit|scrap\s+(?:it|that|this)|call\s+it\s+off"
        r"|hold\s+it|kill\s+it|not\s+now|never\s*mind|nevermind|hold\s+on"
        r"|wait|leave\s+it)\b",
        sure=False,
    ),
    cue(r"\bforget\s+(?:it|about\s+it|that)\b|\bdon't\s+(?:bother|plan|schedule|do|continue|go\s+on)\b", sure=False),
)

_TABLE = r"(?:课表|课程表|时间表|日程表?|日历)"
_WRITTEN = (
    rf"(?:写|存|保存|导|放|加|同步|更新)(?:进|入到?|到|回|至)(?:去|我的?)?{_TABLE}(?:里|中|上|去|里面)?"
    r"|[写存](?:进去|入)(?!课)"
)
_BACK = r"(?:撤销|撤回|回退|回滚|还原|(?:恢复|回|退回|还原|变回)[到成]?(?=上|之前|原来|刚才|原样))"
_BACK_EN = r"(?:undo|revert|roll\s*(?:it\s+|that\s+|this\s+)?back|take\s+(?:it|that)\s+back)"
_THIS_EN = r"(?:it|this|that|them|the\s+plan|this\s+plan)"

CONFIRMS: Final[tuple[Cue, ...]] = (
    cue(_WRITTEN),
    cue(r"确认(?:计划|方案|写入|预览|提交)?(?!一下|下|时间|周)|提交|保存(?:计划|方案|下来)?"),
    cue(r"(?:应用|采用|采纳)(?:这个|这份|该)?(?:计划|方案|预览|安排)?"),
    cue(_BACK),
    cue(
        r"存(?:起来|下来?|一下|了|档|上|好|吧)|敲定|定稿|拍板|录入|同步(?:过去"
        r"|上去|一下)?|[用要选]这一?(?:版|个|套|份)",
        sure=False,
    ),
    cue(
        r"退(?:回|一步|掉)(?:去|来|上一[步版])?|倒回去?|(?:变|改|换)回(?:去"
        r"|来|原来的?|之前的?)|回到(?:上|之前|刚才|原来)(?:一)?[版步次]?",
        sure=False,
    ),
    cue(r"就(?:这样|这么|它|这个|按这个|照这个|用这个|按这样)(?:计划|方案|版本?)?(?:定|办|来|排|着|干)?", sure=False),
    cue(
        r"(?:按|照)(?:这个|这样|这份|这一?[版套]|它)(?:来|排|办|走|执行"
        r"|实施|落实|定(?!在)|计划|方案)*|定(?:下来|下|了|这[个版份])|确定|生效"
        r"|用这个",
        sure=False,
    ),
    cue(rf"\b{_BACK_EN}\b|\b(?:confirm|commit|apply|accept|approve)\b"),
    cue(
        rf"\b(?:save|write|put|add)\s+{_THIS_EN}\s+(?:in|on|into|onto"
        rf"|to)\s+(?:my\s+|the\s+)?(?:timetable|calendar|schedule)\b",
    ),
    cue(r"\bgo\s+(?:ahead|for\s+it)|\bdo\s+it\b|\bsave(?:\s+it|\s+this)?\b", sure=False),
    cue(
        r"\block\s+(?:it|this|that)\s+in\b|\bship\s+it\b|\b(?:that|this)(?:'s"
        r"|\s+is)\s+the\s+one\b|\bgo\s+with\s+(?:it|this|that)(?:\s+one)?\b",
        sure=False,
    ),
    cue(
        r"\bput\s+(?:it|that|everything|things)\s+back\b(?:\s+(?:how|the\s+way|as|where)\s+(?:it|they)\s+(?:was|were))?",
        sure=False,
    ),
    cue(r"\bthat(?:'ll|\s+will)\s+do\b", sure=False),
    cue(r"落实|照办|执行", sure=False),
    cue(r"\bmake\s+it\s+(?:so|final)\b|\b(?:take|use|keep)\s+(?:it|this)\b", sure=False),
)
CONFIRMS_ALOUD: Final[tuple[Cue, ...]] = (
    cue(rf"{_WRITTEN}|{_BACK}|\b{_BACK_EN}\b"),
    cue(r"\b(?:save|apply|commit)\b|提交|保存"),
)

FILLERS: Final = words(
    r"[\s,.!?;:~…、。\-]+|[吧啊呀哦嗯呢嘛啦哈噢哟喂欸哎唉了的步版得先快把就都再那好行对要想我你您它去给请]"
    r"|可以|没问题|没意见|没毛病|这样|没事|此|好的|好吧|不错|挺好|非常好|很好|满意|麻烦|谢谢|辛苦|拜托|帮我|给我|这个|那个|一下|现在|马上"
    r"|还是|直接|那么|就用|一版|同意|觉得|到|刚才|刚刚|上次|上一次"
    r"|上一步|上一版|上个版本|原来|之前|最近|这次|那次|一次|一步"
    r"|刚?[写存]的(?=那|这|一)|样子|修改|改动|操作|调整|写入|计划|方案|安排|预览|版本|课表|里"
    r"|\b(?:ok(?:ay)?|yes|yeah|yep|no|please|thanks|thank|you|just|now|it|that|this|the|my|me|i|can|could|would|will"
    r"|let's|want|to|and|looks?|works?|good|great|fine|nice|perfect|sure|actually|all|alright|right|then|so|we|well|hey"
    r"|hi|last|previous|latest|recent|changes?|edits?|move|step|plan|preview|version|timetable|calendar|commit|run"
    r"|anything|everything|for|of|in|a|planning|scheduling|instead|here|there|with|back|go|is|don't|do)\b"
)
