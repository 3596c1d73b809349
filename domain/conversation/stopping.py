"""Messages that stop a run, and those that wish for a confirm or an undo (rule CHAT-5)."""

from typing import Final

from domain.conversation.cue import Cue, cue, words

_RUN = r"(?:这次|本次|当前|正在(?:进行|跑|运行)?|现在)?的?(?:运行|计划|规划|调整|排程|安排|请求|操作|修改)"
_RUN_EN = r"(?:(?:the|this|that|my|current)\s+)*(?:run|runs|planning|plan|refine|refinement|scheduling|job|request)"

STOPS: Final[tuple[Cue, ...]] = (
    cue(rf"(?:取消|停止|停掉|停下|终止|中止|中断|放弃|结束)(?:掉|了)?{_RUN}"),
    cue(rf"把?{_RUN}(?:给)?(?:取消|停止|停|终止|中止|中断|放弃|结束)(?:掉|了|下来)?"),
    cue(
        r"(?:先|都)?(?:别|不用|不要|不必|甭|不想?)(?:再|继续|给我|帮我)*(?:排课?|安排|规划|计划|算|跑|运行|继续|生成)(?:下去)?了"
    ),
    cue(
        r"(?:先|都)?(?:别|不用|不要|不必|甭|不)(?:再|继续|给我|帮我)*(?:排|安排|规划|弄|搞|做|改|调整?|动|算|跑|来|继续|生成)?(?:下去)?(?:了|吧)?",
        sure=False,
    ),
    cue(
        r"算了|算啦|取消|停(?:一停|停|一下|下来?|止|手|掉)?|终止|中止|中断|打住|放弃|作罢|结束|等等|等一下", sure=False
    ),
    cue(rf"\b(?:stop|cancel|abort|halt|kill|end|quit|drop)\s+{_RUN_EN}\b"),
    cue(r"\bstop\s+(?:planning|scheduling|running|refining)\b"),
    cue(
        r"\b(?:stop|cancel|abort|halt|quit|never\s*mind|nevermind|forget\s+(?:it|about\s+it|that)|hold\s+on|wait"
        r"|don't\s+(?:bother|plan|schedule|do|continue|go\s+on)|leave\s+it)\b",
        sure=False,
    ),
)

_WRITTEN = (
    r"(?:写|存|保存|导|放|加|同步|更新)(?:进|入|到|回|至)(?:去|我的?)?"
    r"(?:课表|课程表|时间表|日程表?|日历)(?:里|中|上|去|里面)?"
)
_BACK = r"(?:撤销|撤回|回退|回滚|还原|(?:恢复|回|退回|还原|变回)到?(?=上|之前|原来|刚才|原样))"
_BACK_EN = r"(?:undo|revert|roll\s*back|take\s+(?:it|that)\s+back)"

CONFIRMS: Final[tuple[Cue, ...]] = (
    cue(_WRITTEN),
    cue(
        r"确认(?:计划|方案|写入|预览|提交)?(?!一下|下|时间|周)|提交|(?:应用|采用|采纳)(?:这个|这份|该)?(?:计划|方案|预览|安排)?|保存(?:计划|方案|下来)?"
    ),
    cue(_BACK),
    cue(
        r"就(?:这样|这么|它|这个|按这个|照这个|用这个|按这样)(?:定|办|来|排|着|干)?|(?:按|照)(?:这个|这样|这份|它)(?:来|排|办|走|计划|方案)*"
        r"|定(?:下来|下|了)|确定|生效|用这个",
        sure=False,
    ),
    cue(rf"\b{_BACK_EN}\b"),
    cue(r"\b(?:confirm|commit|apply|accept|approve)\b"),
    cue(
        r"\b(?:save|write|put|add)\s+(?:it|this|that|them|the\s+plan|this\s+plan)\s+(?:in)?to\s+(?:my\s+|the\s+)?(?:timetable|calendar|schedule)\b"
    ),
    cue(
        r"\bgo\s+(?:ahead|for\s+it)|\bdo\s+it\b|\bsave(?:\s+it|\s+this)?\b|\bmake\s+it\s+(?:so|final)\b|\b(?:take|use|keep)\s+(?:it|this)\b",
        sure=False,
    ),
)

CONFIRMS_ALOUD: Final = tuple(
    cue(pattern) for pattern in (_WRITTEN, _BACK, rf"\b{_BACK_EN}\b", r"\b(?:save|apply|commit)\b|提交|保存")
)

FILLERS: Final = words(
    r"[\s,.!?;:~…、。\-]+|[吧啊呀哦嗯呢嘛啦哈噢哟喂欸哎唉了的得先把就都再那好行对要想我你您它去给请]"
    r"|可以|没问题|没事|好的|好吧|不错|挺好|非常好|很好|满意|麻烦|谢谢|辛苦|拜托|帮我|给我|这个|那个|一下|现在|马上|还是|直接|那么|同意|觉得"
    r"|到|刚才|刚刚|上次|上一次|上一步|上一版|上个版本|原来|之前|最近|这次|那次|一次|一步|样子|修改|改动|操作|调整|写入|计划|方案|安排|预览|版本|课表|里"
    r"|\b(?:ok(?:ay)?|yes|yeah|yep|no|please|thanks|thank|you|just|now|it|that|this|the|my|me|i|can|could|would|will|let's|want|to|and"
    r"|looks?|good|great|fine|nice|perfect|sure|actually|all|alright|right|then|so|we|well|hey|hi"
    r"|last|previous|latest|recent|changes?|edits?|move|step|plan|preview|version|timetable|calendar|commit|run|anything|everything|for|of|in|a"
    r"|planning|scheduling|instead|here|there|with|back|go|is|don't|do)\b"
)
