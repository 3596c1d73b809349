"""Words by which something shall be remembered or forgotten, and by which people tell of themselves (MEMORY-46, 47)."""

from typing import Final

from domain.conversation.cue import words

_PLEASE = (
    r"(?:[\s,.!。，！]|请|麻烦|拜托|劳烦|帮忙?我?|给我|替我|你|您|要|得|一定|务必|可以|能不能|可不可以"
    r"|能否|能|好的?|嗯|对了|另外|还有|顺便|那"
    r"|(?:please|can|could|would|will|you|hey|hi|ok(?:ay)?|also|and|just|so|oh|well)\b)*"
)
_NOTE = (
    r"(?:记住|牢记|谨记|记着|记一?下来?|记下来?(?!课)|记录一?下来?|备注一?下|备忘一?下|记个(?:笔记|备忘)"
    r"|做个(?:笔记|备忘)|写进记忆|存进记忆|(?:remember|note)一下)"
)
_WH = r"(?!\s*(?:what|when|who|whom|where|which|why|how|whether|if|me\b(?!\s+as)))"
_NOTE_EN = (
    r"(?:remember|memori[sz]e|note(?:\s+down)?|keep\s+in\s+mind|bear\s+in\s+mind"
    r"|make\s+a\s+(?:mental\s+)?note|take\s+(?:a\s+)?note"
    r"|jot\s+(?:it\s+|this\s+)?down|write\s+(?:it\s+|this\s+)?down|don't\s+forget|do\s+not\s+forget"
    r"|for\s+the\s+record)\b"
)
_LINK_EN = r"(?:\s*[:,\-]\s*|\s+(?:that|this|of|down)\b\s*[:,]?\s*)"
# Possessive, so that a long run of full stops inside a message costs one look at each of them.
_END = (
    r"(?<![\s,.!?~。，！？…])[\s,.!?~。，！？…]*+(?:(?:[吧啊哦呀呢嘛啦了]|谢谢|多谢|好吗|可以吗|行吗"
    r"|please|thanks|thank you|okay|ok)[\s,.!?~。，！？…]*+)*+$"
)

NOTES: Final = (
    words(
        rf"^{_PLEASE}{_NOTE}(?!来)(?:了|吧|啊|哦)?[\s:：,，]*(?:一?件事|这(?:件事|个"
        rf"|点))?[\s:：,，]*(?P<what>.+?){_END}"
    ),
    words(
        rf"^{_PLEASE}(?:把|将)(?P<what>.{{2,200}}?)(?:都|给我|帮我)?(?:{_NOTE}|存下来|存起来"
        rf"|写下来)(?:了|吧|啊|哦)?{_END}"
    ),
    words(rf"^{_PLEASE}{_NOTE_EN}{_LINK_EN}(?P<what>.+?){_END}"),
    words(
        rf"^{_PLEASE}(?:remember|memori[sz]e|note){_WH}\s+(?!to\b|not\b)(?P<what>(?:my|i|i'm|the|our|we"
        rf"|\w+'s)\b.+?){_END}"
    ),
)
"""Say outright that something shall be remembered; ``what`` is that."""

NOTES_BEHIND: Final = (
    words(rf"^(?P<what>.{{2,2000}}?)(?<![\s,，。;；!！])[,，。;；!！]+\s*{_PLEASE}{_NOTE}{_END}"),
    words(
        rf"^(?P<what>.{{2,2000}}?)(?<![\s,.;!])[,.;!]+\s*{_PLEASE}(?:remember|note|keep"
        rf"|make\s+a\s+note\s+of)\s+(?:that|this|it)(?:\s+in\s+mind)?{_END}"
    ),
)
"""The same behind what it is about."""

DUTIES: Final = (
    words(
        rf"^{_PLEASE}(?:记得|别忘了?|不要忘了?|不要忘记|别忘记|千万别忘了?)(?:要|我要|我得)?(?P<what>.{{2,}}?){_END}"
    ),
    words(rf"^{_PLEASE}(?:remember|don't\s+forget|do\s+not\s+forget)\s+(?P<what>(?:to|not\s+to)\s+.+?){_END}"),
)
"""Ask that something be thought of, at no time of the clock."""

FORGETS: Final = (
    words(
        rf"^{_PLEASE}(?:忘掉|忘记|忘了|忘却|别再?记[着得住]|不用再?记[着得住]|不要再?记[着得住]"
        rf"|删[掉除]?记忆|清除记忆)(?:了|吧)?[\s:：,，]*(?:关于|有关)?(?P<what>.*?){_END}"
    ),
    words(
        rf"^{_PLEASE}(?:把|将)(?P<what>.{{2,200}}?)(?:都|给)?(?:忘掉|忘记|忘了"
        rf"|从(?:你的)?记忆[里中]?[^,]{{0,3}}(?:删|去)[掉除]?){_END}"
    ),
    words(
        rf"^{_PLEASE}(?:删[掉除]|清除|抹[掉去])(?:关于|有关)?(?P<what>.{{0,60}}?)的?(?:这[条个]"
        rf"|那[条个]|所有)?的?记忆{_END}"
    ),
    words(
        rf"^{_PLEASE}(?:把|将)(?:关于|有关)?(?P<what>.{{0,60}}?)的?(?:这[条个些]|那[条个些]|所有|全部)?的?记忆(?:都|全部?)?(?:给我|帮我)?"
        rf"(?:删[掉除]?|清[空除掉]?|抹[掉去]|忘[掉记]?|去掉)了?{_END}"
    ),
    words(rf"^{_PLEASE}(?:清空|清除|删光|删除|清掉)(?P<what>(?:你的?|我的?|所有的?|全部的?)*)记忆{_END}"),
    words(
        rf"^{_PLEASE}(?:delete|erase|remove|clear|wipe|forget)\s+(?:(?:everything|all|what(?:ever)?|anything)\s+)(?:that\s+)?"
        rf"you\s+(?:know|remember|have|learned|stored)\s*(?:about|of|on)?\s*(?P<what>.*?){_END}"
    ),
    words(
        rf"^{_PLEASE}(?:forget|stop\s+remembering|unlearn)\s+(?:about\s+|that\s+"
        rf"|everything\s+(?:about\s+)?|what\s+i\s+(?:said|told\s+you)\s+about\s+)?(?P<what>.+?){_END}"
    ),
    words(
        rf"^{_PLEASE}(?:delete|erase|remove|clear)\s+(?:(?:the|my|your|that|this|all)\s+)*memor(?:y"
        rf"|ies)\s*(?:about|of|that|on)?\s*(?P<what>.*?){_END}"
    ),
)
"""Wish that something be forgotten."""

ALL_NAMED: Final = words(
    r"(?:everything|all(?:\s+of\s+(?:it|them))?|(?:about\s+)?me|about\s+me|you|一切|全部|所有|这些|我说过?的|我的?|你的?|关于我的?|的|都|话|事情?|东西|内容"
    r"|记忆|\s)+"
)
"""What names all that is remembered."""

NOTHING_NAMED: Final = words(
    r"(?:it|that|this|them|all\s+that|everything|about\s+it|它|这个|那个|这些|那些|刚才的?|一切|\s)*"
)
"""What names nothing that could be forgotten."""

ASKS: Final = words(
    r"[?？]|(?:吗|么|呢|没有|没|不)\s*[。.!！]*$|什么|啥|谁|哪|几[点号个]|多少|怎么|咋|是不是|有没有"
    r"|是否|为何|如何|能不能|可不可以|要不要"
    r"|^(?:what|who|whom|whose|when|where|which|why|how|do|does|did|am|is|are|was|were|have|has|can"
    r"|could|should|would|will|shall|may)\b"
)
"""Asks something, and so tells nothing."""

_ADVERB = (
    r"(?:个人|本人|自己|一直|一般|平时|平常|通常|总是|老是|经常|往往|真的|其实|还是|都|也|就|最|更|很|比较"
    r"|特别|非常|超级?|挺|蛮|有点|不太|不大|不怎么|不是很|从来不|从不|不|只)*"
)
_NOT_YOU = r"(?!你|您|它|他|她|这[个样款次些]|那[个样些]|上你|过来)"
_OBJECT = r"[^\s,，。;；!！?？]{2,}"
PREFERENCES: Final = words(
    rf"(?:(?<![你他她])我们?|孩子|女儿|儿子|小女|老公|老婆|老伴){_ADVERB}(?:喜欢|讨厌|偏好|偏爱|习惯|倾向于?|受不了|宁愿|宁可|热爱"
    rf"|爱(?=[吃喝看听玩做在早晚上下去用]))(?!了|过)(?:于|在)?{_NOT_YOU}{_OBJECT}"
    rf"|我的?(?:习惯|偏好|爱好|喜好)(?:就|一直)?(?:是|为|有){_OBJECT}"
    r"|^(?:i|and\s+i|but\s+i|because\s+i|actually\s+i|well\s+i)(?:\s+(?:really|usually|always"
    r"|generally|often|never|still|just|personally|mostly|much|strongly"
    r"|also|do|don't|do\s+not|can't|cannot|most|tend\s+to))*\s+"
    r"(?:prefer|like|love|enjoy|hate|dislike|detest|favou?r|stand|avoid|study\s+(?:best|better)"
    r"|work\s+(?:best|better)|concentrate\s+(?:best|better))\s+"
    r"(?!(?:you|it|that|this|them|these|those|him|her|any|all|none|how|your|daywright)\b)\w+"
    r"|^(?:btw\s+|fyi\s+)?i\s+(?:always|usually|normally)\s+(?!forget|get\b|have\s+to|fail|feel)\w+"
    r"|^我(?:每(?:天|周|晚|早|个?(?:周|星期|礼拜)[一二三四五六日天末])[^,，。要想得]{0,8}?(?:都|会|都会)(?:去|在|和|跟)?"
    r"(?!有|是|要|得|想|能|可以|排|安排|写完)[^\s,，。;；!！?？]{2,})$"
    r"|^i\s+never\s+(?:work|study|eat|drink|sleep|get\s+up|wake|go)\b.+"
    r"|^i\s+(?!want|need|have|would|should|could|must|get\b)\w+\s+(?:[\w']+\s+){0,5}?every\s+(?:\w+day|morning|evening|night|week|weekend)s?$"
    r"|我(?:就)?是(?:一?个)?(?:\s*(?:morning|night|early)\s*(?:person|owl|bird)|夜猫子|晨型人|早起的?人)"
    r"|^i(?:'m|\s+am)(?:\s+not)?\s+(?:an?\s+)?(?:morning|night|evening|early|late)[\s-]*(?:person|owl|bird|riser)"
)
"""Tell what somebody likes, always does, or cannot stand."""

_SLOT = (
    r"(?:名字|全名|小名|昵称|外号|生日|电话(?:号码)?|手机号?码?|邮箱|邮件地址|学号|专业|学校|学院|年级"
    r"|导师|班主任|辅导员|室友|舍友|同桌|女朋友|男朋友|女友|男友|妈妈?|爸爸?"
    r"|父母|宿舍|地址|老家|家|工作|职业|血型|目标|理想|梦想|身高|体重|微信号?|车牌号?|护照号?|身份证号?)"
)
_ATTRIBUTE = r"(?:的?(?:名字|生日|电话|手机号?|邮箱|办公室|微信号?|地址|姓))?"
_OF_ME_EN = (
    r"(?:(?:full|first|last|middle|nick)\s*-?)?\s*(?:name|birthday|phone(?:\s+number)?|number"
    r"|e-?mail(?:\s+address)?|address|major|minor|university|college|advis[oe]r"
    r"|supervisor|tutor|roommate|flatmate|dorm(?:\s+room)?|job|student\s+(?:id|number)|mother|father"
    r"|mum|mom|dad|sister|brother|girlfriend|boyfriend|partner|wife|husband"
    r"|best\s+friend|favou?rite\s+\w+|goal|hobby|hobbies|blood\s+type|home\s*town|office|allerg(?:y"
    r"|ies))(?:'s\s+(?:name|birthday|phone(?:\s+number)?|number|e-?mail|office|address))?"
)
_NO_CLASS = r"(?![^,，。;；!！?？]{0,6}(?:课|任务|作业|老师|教室|计划|方案|班|学期|项目|章))"
_CALLED_EN = (
    r"\bmy\s+(?!(?:\w+\s+)?(?:next|first|last|class|lecture|lesson|course|task|plan|schedule|teacher|exam|homework)\b)"
    r"(?:\w+\s+){0,2}?\w+(?:'s\s+name\s+is|\s+(?:is|are)\s+(?:called|named))\s+\w+"
)
FACTS: Final = words(
    rf"我(?:的|家的?|们家的?|女儿|儿子|妈妈?|爸爸?|老婆|老公|哥哥?|姐姐?|弟弟?|妹妹?){_NO_CLASS}[\u4e00-\u9fff]{{0,5}}?叫做?(?![你他她我了醒])[^\s,，。!！?？]{{1,12}}"
    rf"|{_CALLED_EN}|我是素食(?:者|主义者)|"
    rf"我(?:的名字)?(?:叫做?|姓)(?![你他她了醒])[^\s,，。!！?？]{{1,20}}|我的?{_SLOT}{_ATTRIBUTE}(?:就"
    rf"|都)?(?:是|叫|在|为|:|：){_OBJECT}"
    r"|我(?:现在|目前|今年)?(?:住在|来自|就读于|毕业于|在读)[^\s,，。!！?？]{2,}|我今年\d{1,3}岁"
    r"|我(?:现在|目前|今年)?(?:是|在读|读|上)(?:一[个名位])?[^\s,，。!！?？]{0,12}(?:学生"
    r"|大[一二三四五]|研[一二三]|博[一二三四]|初[一二三]|高[一二三]|专业的?|文科生|理科生|工科生"
    r"|毕业生|新生|人)$"
    r"|我(?:对|不能吃|不吃|从不吃)[^\s,，。!！?？]{1,12}(?:过敏)|我(?:不吃|不喝|不能吃|不能喝"
    r"|吃素)[^\s,，。!！?？]{0,12}$"
    rf"|\bmy\s+{_OF_ME_EN}\s*(?:is|are|'s)\s+(?!in\s+the\s+way|sick|ill|so\b|very\b|really\b|too\b"
    rf"|not\s+(?:here|working))\S+"
    r"|\bi(?:'m|\s+am)\s+(?:allergic|(?:a\s+)?(?:vegetarian|vegan)|an?\s+(?:\w+\s+){0,2}(?:student"
    r"|freshman|sophomore|junior|senior|teacher|engineer|nurse|doctor|undergraduate|postgraduate)"
    r"|from\s+(?!the\b)\w+|in\s+my\s+(?:first|second|third|fourth|final|last)\s+year|majoring\s+in)\b"
    r"|\bi\s+(?:live|work|study|major)\s+(?:in|at|for)\s+\w+|\bi\s+(?:don't|do\s+not|can't"
    r"|cannot)\s+(?:eat|drink)\s+\w+|^(?:please\s+)?call\s+me\s+(?!at\b|in\b|on\b|when\b|back\b"
    r"|later\b|tomorrow\b)[a-z]+$"
)
"""Tell who somebody is, and what holds of them."""

DEEDS: Final = words(
    r"我(?:已经|刚|今天|昨天|刚才|上周|们|最后)*(?:答应|承诺|保证|约好|约定|约了|决定|打定主意"
    r"|下定决心|说好)[了过]?(?:要|在|和|跟|给)?"
    + _OBJECT
    + r"|\bi(?:'ve|\s+have)?\s+(?:just\s+)?(?:promised|agreed|decided|committed|vowed)\b\s+\S+"
)
"""Tell of a promise or a decision."""
