"""Questions about what was said, agreed or remembered, and about the person: no plan answers them (rule MEMORY-44)."""

from typing import Final

from domain.conversation.cue import Cue, cue, found
from domain.conversation.plain_text import plain_text, without_quotes

_SAY = r"(?:说|讲|提|聊|谈|讨论|告诉|答应|承诺|保证|决定|约|交代|强调|抱怨|夸|记)"
_DONE = r"(?:过|了|到过|起过|到|起|下|好|定)"
_PAST = (
    r"(?:昨[天晚日]|前天|大前天|上(?:个|一)?(?:周|星期|礼拜|月|次|学期)[一二三四五六日天末]?|去年"
    r"|前(?:几|两|三|些)天|前(?:一)?(?:阵子?|段时间)|之前|以前|此前|刚才|刚刚|先前|早些时候"
    r"|最近|近期|那天|那次|当时|今天|今早|早上|上午|中午|下午|晚上|这周|本周|这(?:几|两|些)天|过去"
    r"|一直|曾经?|\d{1,2}[号日]|\d{1,2}月)"
)
_WHAT = r"(?:什么|啥|哪些?|谁|几|多少|怎么)"
_ASK = r"(?:吗|么|没有?|不|嘛|\?|$)"
_USED = r"(?:一般|平时|通常|一直|平常|最|更|比较|都|不|到底|究竟|还|是|会)*"
_LIKE = r"(?:喜欢|讨厌|习惯|偏好|偏爱|爱(?!你)|受不了|倾向于?|擅长|害怕|怕)"
_OF_ME = (
    r"(?:名字|全名|昵称|外号|生日|电话(?:号码)?|手机号?码?|邮箱|学号|专业|学校|学院|年级|导师|室友|舍友"
    r"|女朋友|男朋友|宿舍|地址|家|血型|目标|梦想|爱好|偏好|喜好|习惯|微信号?|过敏源?)"
)
_SAID_EN = (
    r"(?:say|said|tell|told|mention(?:ed)?|talk(?:ed)?|speak|spoken|spoke|discuss(?:ed)?|promised?"
    r"|agreed?|decided?|chat(?:ted)?|meet|met|noted?(?:\s+down)?|wrote\s+down"
    r"|write\s+down|written\s+down|brought\s+up|bring\s+up|complain(?:ed)?|ask(?:ed)?\s+you)"
)
_I = r"(?:i|we|you)\s+(?:(?:ever|already|just|actually|even|last|also|once|originally|usually|really|first)\s+){0,2}"
_PREFER = (
    r"(?:(?:usually|really|generally|normally|most|best|always|actually|rather|like\s+to"
    r"|tend\s+to)\s+)*(?:prefer|like|love|hate|dislike|enjoy|avoid|study\s+best|work\s+best|favou?r)"
)
_OF_ME_EN = (
    r"(?:(?:full|first|last|nick)\s*-?\s*)?(?:preferences?|habits?|likes|dislikes|hobb(?:y|ies)|name"
    r"|birthday|phone(?:\s+number)?|e-?mail(?:\s+address)?|address|major|university|advis[oe]r"
    r"|supervisor|roommate|goals?|favou?rite\s+\w+|allerg(?:y|ies)|student\s+(?:id|number)"
    r"|blood\s+type|home\s*town|girlfriend|boyfriend|best\s+friend)"
)

RECALLS: Final[tuple[Cue, ...]] = (
    cue(
        rf"{_PAST}[^,。;!]{{0,24}}?{_SAY}{_DONE}?的?(?:你|他|她|我|些)?(?:{_WHAT}|(?:事|内容"
        rf"|话)[^,。;!]{{0,8}}?(?:{_WHAT}|[吗么?]))"
    ),
    cue(rf"我们?[^,。;!]{{0,16}}?{_SAY}{_DONE}(?:你|他|她)?(?:些|点)?{_WHAT}(?![^,。;]{{0,6}}(?:都|也)(?:行|可以))"),
    cue(rf"我们?[^,。;!]{{0,12}}?{_SAY}{_DONE}?的[^,。;!]{{1,14}}?(?:是|叫|在|有)?{_WHAT}"),
    cue(r"(?:和|跟|同|与)(?:谁|哪些?人|哪个|什么人|哪位)[^,。;!]{0,8}?(?:聊|说|讲|谈|讨论|见|吃|约|开会|提|打电话|吵)"),
    cue(rf"(?:和|跟|同|与)[^,。;!]{{1,10}}?(?:聊|谈|讨论|说|讲|约)(?:过|了|好|定了?|起|到)?{_WHAT}"),
    cue(
        r"(?:见|遇见?|碰见?|联系|找|遇)(?:过|了|到)(?:谁|哪些?人|什么人|哪位)|(?:谁"
        r"|哪位)[^,。;!]{0,6}(?:和|跟|对|给)我(?:说|聊|讲|谈|提|打|约)"
    ),
    cue(
        rf"{_SAY}(?:起|到|及)?过[^,。;!]{{0,24}}?{_ASK}(?<=[吗么没有不嘛?])|{_SAY}(?:起|到"
        rf"|及)?过[^,。;!]{{0,20}}?{_WHAT}"
    ),
    cue(
        r"(?:没?有没有|是不是|是否|什么时候|何时|哪天|几号|啥时候|曾经?)[^,。;!]{0,10}?(?:说|提|聊|讲"
        r"|谈|讨论|告诉|答应|承诺|保证|决定)(?:起|到|及)?过"
    ),
    cue(rf"(?:关于|有关|对于?)[^,。;!]{{1,24}}?(?:我们?|你)?[^,。;!]{{0,8}}?{_SAY}{_DONE}?的?(?:{_WHAT}|些什么)"),
    cue(
        rf"(?<!不)(?<![我没])(?<!都不)(?:还|能|能不能|是否|你|会"
        rf"|都)+记[得住着]{_DONE}?[^,。;!]{{0,24}}?(?:{_WHAT}|[吗么没不?]|关于|我)"
    ),
    cue(
        rf"你(?:都|还|究竟|到底)*(?:知道|了解|记录?|记住|记得|存|认识)[了过下]?(?:关于"
        rf"|有关)?(?:了)?我(?:的|们)?(?:{_WHAT}|[吗么?]|{_OF_ME}|事|情况|信息|喜欢|讨厌)"
    ),
    cue(r"(?:关于|有关)我,?你(?:都|还)?(?:知道|了解|记|记得|记住)"),
    cue(
        rf"我{_USED}{_LIKE}(?:的|在|于)?[^,。;!]{{0,12}}?{_WHAT}"
        rf"|我{_USED}{_LIKE}[^,。;!可行能好]{{2,12}}[吗么]\??$|我的?{_USED}{_LIKE}的?是{_WHAT}"
    ),
    cue(
        rf"我的?{_OF_ME}(?:是|叫|在|有)?(?:{_WHAT}|呢?\?|呢$|来着)|(?:什么|啥"
        rf"|哪)[^,。;!]{{0,4}}是我的?{_OF_ME}|我(?:叫|姓){_WHAT}|我是谁|我住(?:在)?哪|我对什么过敏"
    ),
    cue(
        r"[^,。;!的]{1,10}的(?:电话(?:号码)?|手机号?码?|生日|邮箱|微信号?|学号|住址|地址|昵称|护照号?)(?:是|在|有)?"
        r"(?:什么|多少|哪|几|谁|呢?\?|呢$|来着|在哪)"
    ),
    cue(
        r"\b(?:what|when|where|which)(?:'s|\s+(?:is|are|was))\s+[\w\s]{1,24}'s?\s+(?:birthday|phone(?:\s+number)?|number"
        r"|e-?mail(?:\s+address)?|address|full\s+name|nickname)\b"
    ),
    cue(r"(?:我)?(?:有|做|下|立)(?:了|过)?(?:什么|哪些|啥)(?:决定|承诺|约定|笔记|记录|备忘|记忆|偏好|保证|flag)"),
    cue(
        r"(?:看看?|列出?|查看?一?下?|显示|告诉我|给我看)[^,。;!]{0,8}?(?:你记[得住]的|记忆(?:列表|里)?"
        r"|我说过的|我的(?:偏好|喜好|习惯|笔记|记忆))"
    ),
    cue(
        rf"\b(?:what|who|whom|when|where|which|why|how|whether|if)\b[^.?!;]{{0,40}}?\b(?:did|have|had"
        rf"|'ve)\s+{_I}{_SAID_EN}\b"
    ),
    cue(
        rf"\b(?:what|who|whom|when|whether|if|everything|anything|things)\s+{_I}(?:have\s+)?(?:said"
        rf"|told|mentioned|talked|discussed|promised|agreed|decided|noted|met)\b"
    ),
    cue(rf"^(?:so\s+|and\s+|hey\s+)?(?:did|have|had|haven't|didn't|hadn't)\s+{_I}{_SAID_EN}\b"),
    cue(r"\b(?:do|can|did|don't|could)\s+you\s+(?:still\s+|even\s+|happen\s+to\s+)?(?:remember|recall)\b(?!\s+to\b)"),
    cue(
        r"\b(?:do|can|did|don't|what)\s+(?:do\s+)?you\s+(?:still\s+|already\s+)?(?:know|remember"
        r"|recall)\s+(?:\w+\s+){0,2}?(?:about\s+me|me\b|my\s+(?:name|birthday|preferences?|habits?)"
        r"|(?:what|when|how|where)\s+i\s+(?:like|prefer))"
    ),
    cue(
        rf"\b(?:what|when|where|which|how|who|why)\b[^.?!;]{{0,30}}?\bdo\s+i\s+{_PREFER}\b|^(?:do"
        rf"|don't)\s+i\s+{_PREFER}\b"
    ),
    cue(
        rf"\b(?:what|who|when|where|which)\s*(?:'s|\s+(?:is|are|was|were))\s+my\s+{_OF_ME_EN}\b"
        rf"|^who\s+am\s+i\b|\bwhere\s+do\s+i\s+live\b|\bwhat\s+am\s+i\s+allergic\b"
    ),
    cue(
        r"\b(?:what|which)\b[^.?!;]{0,20}\bhave\s+you\s+(?:remembered|noted|stored|saved|learn(?:ed"
        r"|t))\b|\bwhat\s+do\s+you\s+remember\b"
    ),
    cue(
        r"\b(?:show|list|tell)\s+(?:me\s+)?(?:all\s+)?(?:my\s+(?:memories|notes|preferences)"
        r"|what\s+you\s+(?:remember|know\s+about\s+me)|the\s+memories)\b"
    ),
    cue(r"^(?:i\s+)?(?:what|which)\s+(?:decisions?|promises?|commitments?|agreements?)\s+(?:did|have)\s+(?:i|we)\b"),
)
"""Ask for what was said or noted, or for what somebody is like."""

_ME = r"(?<![帮给替让为陪])我们?"
_RECENT = r"(?:最近|近来|近期|这(?:阵子?|段时间|些天|几天))"
_CLASS = r"(?:课|任务|作业|节|老师|教室|计划|方案|班|学期|项目|科|门)"
_KIN = (
    r"(?:妈妈?|爸爸?|母亲|父亲|爷爷|奶奶|外公|外婆|哥哥?|姐姐?|弟弟?|妹妹?|女朋友|男朋友|女友|男友|老婆|老公"
    r"|妻子|丈夫|女儿|儿子|室友|舍友|闺蜜|朋友|同学|导师|[\u4e00-\u9fff]老师|[a-z]{2,})"
)
_KIN_EN = (
    r"(?:mother|father|mom|mum|dad|parents?|sisters?|brothers?|grand(?:mother|father|ma|pa)|daughter|son|wife|husband"
    r"|girlfriend|boyfriend|(?:room|flat)mate|cousin|aunt|uncle|advis[eo]r|supervisor|(?:best\s+)?friend|cat|dog)(?:'s)?"
)
_TITLED = r"[\u4e00-\u9fffa-z]\s?(?:老师|教授|同学|医生|学长|学姐|师兄|师姐)"
_REACHED = r"(?:生日|电话(?:号码)?|手机号?码?|邮箱|微信号?|地址|名字)"
_OF_CLASS_EN = (
    r"(?:next|first|last|class(?:es)?|lectures?|lessons?|courses?|tasks?|plans?|schedule|exams?|homework|teacher)"
)

OF_ONESELF: Final[tuple[Cue, ...]] = (
    cue(
        rf"{_ME}[^,。;!]{{0,12}}?(?:答应|承诺|保证)(?:过|了|好|要|给|下)?[^,。;!什哪]{{1,14}}?(?:什么|啥|哪些?|几点|哪天)"
    ),
    cue(
        rf"{_ME}[^,。;!]{{0,8}}?(?:写|发|记|输入|打)(?:给你)?(?:下来?)?[了过](?:些|点)?(?:什么|啥|哪些)"
        r"(?:话|东西|内容|消息|文字|字|来着)?\s*\?*$"
        rf"|(?:{_PAST}{_ME}?|{_ME}{_PAST})发给你(?:的是)?(?:什么|啥|哪些)"
    ),
    cue(
        r"\bwhat\s+(?:all\s+)?(?:did|have)\s+i\s+(?:just\s+|already\s+|last\s+)?(?:write|written|typed?|sen[dt]|post(?:ed)?"
        r"|jot(?:ted)?)\b(?!\s+(?:for|in)\s+(?:class|homework))"
    ),
    cue(
        rf"(?:我|我的|我家)?{_KIN}的?{_REACHED}(?:是|在|有)?(?:什么|啥|哪|几|多少)|{_KIN}(?:是)?(?:什么时候|哪天|几号|何时)(?:的|过)?生日"
        rf"|我(?:的)?生日(?:是)?(?:什么时候|哪天|几号|何时)|我(?:是)?(?:什么时候|哪天|几号|何时)(?:的|过)?生日"
    ),
    cue(
        rf"我(?:的|家的?|们家的?)(?![^,。;!]{{0,8}}{_CLASS})[^,。;!]{{1,8}}?(?:叫(?:什么|啥)|几岁|多大了?|什么(?:品种|颜色|牌子))"
        r"(?:名字?|来着)?\s*\?*$"
    ),
    cue(
        rf"我(?:的|家的?|们家的?)?(?!.{{0,2}}老师){_KIN}(?:现在|今年|到底|以前|之前)*(?:叫(?:什么|啥)|是(?:谁|哪位|做(?:什么|啥))|几岁|多大了?"
        r"|(?:住在?|在|是|去了?|搬到了?|搬去了?)(?:哪[里儿个所家座]?|什么地方|什么大学)|(?:学|读|上|做|干|教|养)的?(?:是|了)?(?:什么|啥|哪[所个家])"
        r"|(?:最|很|不|都)?(?:喜欢|讨厌|爱|怕|想要)[^,。;!]{0,4}?(?:什么|啥))[^,。;!我你]{0,6}\s*\?*$"
    ),
    cue(
        rf"\b(?:what|where|who|how\s+old)(?:'s|\s+(?:is|are|was|were|does|do|did))\s+my\s+(?:\w+\s+)?{_KIN_EN}\b"
        r"(?!\s+(?:\w+\s+){0,2}(?:class|lecture|lesson|exam|homework|task)s?\b)"
    ),
    cue(
        rf"(?:{_TITLED}|我(?:的|家的?)?{_KIN})[^,。;!你我]{{0,8}}?(?:说|讲|提|交代|强调|要求|推荐|建议|答应)(?:到|起|及)?[过了](?:些|点)?"
        r"(?:什么|啥|哪些?)[^,。;!]{0,4}\s*\?*$"
        r"|\bwhat\s+(?:did|has)\s+(?!(?:i|we|you|it|that|this|they)\b)(?:[\w'.]+\s+){1,3}?(?:say|said|tell|told|mention(?:ed)?|recommend(?:ed)?"
        r"|suggest(?:ed)?|promised?)\b"
    ),
    cue(
        rf"\bwhat(?:'s|\s+is|\s+are|\s+was)\s+my\s+(?!(?:\w+\s+)?{_OF_CLASS_EN}\b)[\w\s]{{2,24}}?(?:'s?\s+names?|\s+called|\s+named)\b"
        rf"|\bhow\s+old\s+(?:is|are)\s+my\b|\bwhen(?:'s|\s+is)\s+my\s+\w+'s\s+birthday\b"
    ),
    cue(
        rf"{_ME}(?!该|得|没|还没|怎么)[^,。;!你没该]{{0,12}}?决定[^,。;!给你]{{0,8}}?(?:什么|啥|哪[个所家本门里年种些])"
        r"(?:[^,。;!]{0,6})\s*\?*$"
    ),
    cue(
        r"我(?:都|一共|现在)?(?:有|欠)[过了]?(?:什么|哪些|啥)(?:习惯|爱好|喜好|偏好|决定|承诺|约定|目标|梦想|忌口|过敏)"
    ),
    cue(
        r"^我?(?:和|跟|同|与|对)[^,。;!]{1,10}?的(?:约定|承诺|保证|约)(?:是(?:什么|啥)|有(?:什么|哪些)|呢)?\s*\?*$"
        r"|^我的?(?:决定|承诺|约定|保证)(?:都)?(?:有|是)(?:什么|哪些|啥)"
    ),
    cue(
        rf"(?:{_RECENT}{_ME}?|{_ME}{_RECENT})(?:都|一直)?在?(?:忙|干|折腾|搞|弄)(?:些|点|了)?(?:什么|啥|哪些)(?:事情?)?\s*\?*$"
        r"|\bwhat\s+have\s+i\s+been\s+(?:up\s+to|working\s+on|doing|busy\s+with)\b"
    ),
    cue(
        r"我认识(?:哪些?人|谁|哪几个人)|\bwho\s+do\s+i\s+know\b"
        r"|\bwhat\s+(?:are|were)\s+my\s+(?:commitments|decisions|promises|agreements|vows)\b"
    ),
)
"""Ask for what somebody wrote, promised or decided, and for what belongs to them and no timetable knows."""


def asks_to_recall(message: str) -> tuple[str, ...]:
    """The words by which a message asks for what was said, or what is known of its person; none where it does not."""
    return found((*RECALLS, *OF_ONESELF), without_quotes(plain_text(message)), True)
