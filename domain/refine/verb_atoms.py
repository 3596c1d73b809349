"""The words that say what shall be done: verbs, directions, bans, exceptions, breaks (rules SLICE-2, 4 and 16)."""

from domain.refine.numerals import DIGIT, NUMBER
from domain.refine.place_atoms import EN_DAY, WEEK
from domain.refine.token import atom

_COMPLAINT_EN = (
    r"\b(?:too\s+(?:much|many|full|busy|hard|late|early|long|heavy|packed|crowded|intense|tight)|overloaded|overwhelm\w*|lighter"
    r"|(?:over)?crowded|packed|crammed|jammed|jam-packed|swamped|stuffed|exhausting|(?:so|awfully|really|very)\s+(?:much|many|full|busy)"
    r"|a\s+(?:bit|little|lot|tad)\s+(?:too\s+)?(?:much|full|heavy|crowded|tight|packed)|a\s+lot\s+(?:of\s+(?:tasks|work)\s+)?(?:on|in)|less\s+(?:busy|full|crowded|packed))\b"
)
_BUNCHED = r"(?:别|不要|不想)(?:都|再|全|老|总)*(?:挤|堆|扎堆|扎|集中|压)(?:在|到)?(?:一起|一块儿?|一天|一堆|堆)?"
_AWAY = (
    r"(?:要|得|想)(?:去|出)?(?:回家|出差|旅游|旅行|度假|开会|考试|上班|加班|值班|实习|看病|出门|外出|出去玩?|睡觉|睡懒觉|躺平|聚餐|健身|打球|搬家|相亲|爬山|过生日"
    r"|陪[^，。；]{1,4}(?=[，。；]))"
)
_AFTER_PLACE = r"(?<=[一二三四五六七八九十日天末午上晚早周节后前号月])"
_MANNER = r"专门|专心|集中|安心|好好|慢慢|抓紧|匀着|均匀地?|平均|统一|一起|一并|轮流|分头"
_MOVING = r"[挪移搬调改换放排散匀铺摊推压转并开敛集中分配布置收提延安动整后迟前均平塞错]"
_NO_ORDER = r"(?![^，。；,.;]{0,8}(?:顺序|次序|先后)|[^,.;，。；]*\b(?:order|free|empty|clear)\b)"
_BUSY_EN = (
    r"(?:i|we)(?:(?:\s+(?:am|are|will\s+be)|['’](?:m|re|ll\s+be))\s+(?:busy|away|out|off|travell?ing|abroad|unavailable|not\s+available|gone)"
    r"|\s+(?:have|['’]ve\s+got)\s+(?:an?\s+|my\s+)?(?:exam|class|meeting|appointment|game|match|training|rehearsal|party|trip)s?)"
)
_FITS_EN = (
    r"(?:(?:is|are|be|fits?|suits?|works?|looks?)\s+(?:(?:me|us)\s+)?(?:much\s+|far\s+|also\s+)?"
    r"(?:good|better|best|fine|nice|great|ideal|perfect|ok|okay|well)(?:\s+off)?)"
)
_MOVED_EN = (
    r"(?:moved|put|placed|shifted|pushed|pulled|brought|transferred|postponed|delayed|(?:re)?scheduled|planned|done"
    r"|switched|set)"
)
_SERVES_EN = (
    r"(?:(?:is|are|be|works?|looks?)\s+(?:(?:the\s+)?(?:good|better|best|fine|great|perfect|ideal|ok|okay|right|reserved|free"
    r"|only|meant|set\s+aside)\s+)?(?:(?:time|days?|slot)\s+)?for)"
)
_PLACE_NEXT = (
    rf"(?=那[里儿几两二三四五天]|第?{NUMBER}周(?![以之]?内|里)|{NUMBER}[月号日]"
    rf"|(?:下下|下|这|本|当|同一?|那一?|第{NUMBER})?个?(?:{WEEK}[一二三四五六日天末]|{WEEK}(?![一二三四五六日天]))|周末|双休|工作日|平日"
    r"|[今明后]天|上午|下午|晚上|早上|白天|早八|第[0-9０-９一二三四五六七八九十]{1,3}[周节个到至~-])"
)
_INFINITIVE = (
    r"(?!\s+(?:do|be|have|see|keep|finish|avoid|study|work|put|get|go|make|take|move|shift|place|spread|swap|leave|free|clear"
    r"|start|begin|rest|sleep|relax|reschedule|postpone|delay|bring|push|pull|schedule|plan|group|stay|change|reduce|even)\b)"
)

REST = (
    atom(
        "rest", r"别的(?:任务)?|\b(?:every|any)(?:thing)?\s+(?:else|other(?:\s+tasks?)?)\b|\ball\s+(?:the\s+)?others?\b"
    ),
    atom("except", r"\b(?:all|every\w*)(?:\s+(?:the\s+)?tasks?)?\s+but\b"),
)

VERBS = (
    atom("hold", r"(?:只|仅)保?留(?=[^。；]*(?:别的|其他|其它|其余|剩下))", (1,)),
    atom("except", r"除(?:了|去|开)?(?!外|以)|不(?:包括|包含|含|算|是(?!很|太))"),
    atom(
        "except",
        r"\b(?:except(?:ing)?(?:\s+for)?|excluding|not\s+including|other\s+than|(?:apart|aside)\s+from|besides|save\s+for)\b",
    ),
    atom("hold", r"(?<!顺序)(?<!次序)(?<!先后)(?:都|就)?(?:保持|维持)(?:不[变动]|原样|原位)|除外"),
    atom("hold", rf"(?:保持|维持)(?=[^，。；]{{1,30}}(?:不[变动]|原样|原位)){_NO_ORDER}"),
    atom(
        "hold",
        r"(?:别|不要|不许|不准|不可以?|不能|不用|不必|勿)(?:再|去)?(?:把|将|移?动|触?碰|更?改|变|移|挪|搬|换|调)+(?![到至去在进入])"
        + _NO_ORDER,
    ),
    atom(
        "hold",
        r"(?:就|也|还|倒)?(?:可以|没事|没关系|无所谓|行|不算|OK)(?=[，,；;。](?:但是?|不过)?(?:别的|其他|其它|其余|剩下))",
    ),
    atom("hold", r"\b(?:is|are)\s+(?:fine|ok|okay|all\s+right|alright)\b(?=\s*[,;][^.;]*\b(?:others?|rest|else)\b)"),
    atom("hold", r"照旧|照常|照原样|如常|维持现状|按原[计来](?:划|的)?(?:来|走|不变)?"),
    atom("hold", r"(?:留|放|搁|待)着(?=吧?\s*(?:$|[，。；！、,.;!])|[别不]动)"),
    atom("hold", r"(?<!顺序)(?<!次序)(?<!先后)(?:原地)?不[动变](?!手)|(?:留|待)在(?:原地|原位|原处)"),
    atom(
        "hold",
        r"\b(?:(?:don['’]?t|do\s+not|never|must\s+not|should(?:\s+not|n['’]?t))\s+"
        r"(?:move|touch|change|shift|reschedule|push|pull|be\s+(?:moved|touched|changed))"
        r"|without\s+(?:moving|touching|changing))\b" + _NO_ORDER,
    ),
    atom(
        "hold",
        r"\b(?:leave|leaving|(?:keep|keeping)(?=[^,.;，。；]*\b(?:where|as|in\s+place|unchanged|untouched|still|put|fixed)\b))\b"
        + _NO_ORDER,
    ),
    atom(
        "hold",
        r"\b(?:alone|(?:exactly\s+|just\s+)?(?:where|as)\s+(?:it|they)(?:['’]s|['’]re|\s+(?:is|are|stands?))|in\s+place"
        r"|unchanged|untouched|(?:to\s+)?stays?(?!\s+(?:completely\s+)?(?:free|empty|clear|open))(?:\s+(?:put|fixed|still))?)\b",
    ),
    atom("outer", r"(?:以|之)外|(?<!set )(?<!put )\b(?:aside(?!\s+from)|excepted|excluded)\b"),
    atom("rest", r"其他|其它|其余|剩下|\bthe\s+(?:others?|rest)\b"),
    atom(
        "none",
        r"\bnothing\s+else\s+(?:changes|moves|(?:is|should\s+be)\s+(?:moved|changed|touched)|should\s+(?:change|move))\b"
        r"|\b(?:no|without)\s+(?:any\s+)?other\s+changes\b",
    ),
    atom("not", r"\b(?:don['’]?t|do\s+not)\s+leave\s+any(?:thing)?\b|\bleave\s+(?:nothing|no\s+tasks?)\b"),
    atom(
        "none",
        rf"{_BUNCHED}|(?:别|不要|不想)(?:再|老|总|互相|来回)*(?:穿插|交叉|交错|掺|混)[着在排]?来?|换来换去|能不能|可不可以|要不要|行不行|好不好|是不是|可否",
    ),
    atom("not", rf"{_AWAY}|起不来|没法|有(?:考试|会(?![计议])|约|班|比赛|活动|聚会|讲座)|[挪移搬调][走开]|清[空掉]"),
    atom("none", r"(?:不是?|没有?|不算|并不)(?:很|太|特别|怎么|那么)?(?:满|多|累|挤|密|晚|早|难|紧|忙|长|重|赶)(?!于)"),
    atom("unsupported", rf"留下?{NUMBER}[个项门章](?![到给至在])"),
    atom("unsupported", rf"(?:先|后|早|晚|前面|后面)[做学上看弄排]?的那{NUMBER}[个项门章]"),
    atom(
        "complaint",
        r"(?:太|过于?|(?:有点|有些|好|很|挺|非常|超级?|特别|实在|[排堆塞挤][得的])太?)(?:满|多|累|挤|密|晚|早|难|紧|忙|长|重|赶|集中)(?!的(?!话|[，。；！？]|$))|满满(?:当当)?|(?:[排堆塞爆挤]满|忙)(?:不过来|了)|压力(?:有点|很|太|好)?大|吃不消|受不了|扛不住|轻松|松一?[点些]|减[轻负]",
    ),
    atom("complaint", _COMPLAINT_EN),
    atom(
        "there", r"那(?:儿|里|边|时候?|天|[几两二三四五]天|[几两二三四]节|段时间|个时[间段])|\bthere\b|\bthose\s+days\b"
    ),
    atom("each", r"都"),
    atom(
        "not",
        r"(?<![特分区级类个])别(?![的人处])|不(?:要|想|能|可|许|准|排|安排|放|用|再|上|学|干)|避免|避开|勿|禁止|没空|没时间|休息|请假|放假|有事(?![项情])",
    ),
    atom("not", rf"(?:只?[上学排做])?到(?=第?{NUMBER}节课?(?:为止|就(?:停|结束|收工|够)))"),
    atom("not", r"\b(?:stops?|ends?|quit)(?=\s+(?:at|by|with|after)\s+(?:the\s+)?(?:section|period|slot)\b)"),
    atom(
        "not",
        r"空(?:出来?|下来?)|(?<=[都要得我持须全])[空闲]着|[空闲]着(?=[吧。！!]*$)|留空|腾空|腾出来?|(?<=[给我])留出来?",
    ),
    atom(
        "not",
        r"\b(?:(?:wo|does|do)n['’]?t\s+work|don['’]?t|do\s+not|can['’]?t|cannot|(?:should|must|wo|need)n['’]?t|no(?!\s+(?:later|more|less|need))|not|nothing|never|avoid|without|free|clear"
        rf"|empty|{_BUSY_EN}|(?:away|off)\s+from|off|out\s+of)\b",
    ),
    atom(
        "none",
        r"\b(?:want(?:s|ed)?|needs?|ha(?:s|ve)|likes?|prefer|try|going|ought|used|wish|hope|able|supposed)\s+to\b",
    ),
    atom("object", rf"(?:挪动?|移动?|搬|调)(?=[^，。；到至把将]{{2,10}}的(?:任务|活|事)?(?:到|至){_PLACE_NEXT})"),
    atom("to", rf"{_MOVING}+(?:一下)?(?:到|至|往|去|在|进|入|给)(?!一起|一块|一处)|(?<=[个些半务部项件的])[到至]"),
    atom("where", rf"{_AFTER_PLACE[:-2]}全部都])(?:全|都)?[留腾空]?[给归](?![我你他])(?!{_PLACE_NEXT[3:-1]})", (1,)),
    atom("to", r"留(?:到|至|给|在(?!原))"),
    atom("to", rf"(?:到|至|给|去|往|进|于){_PLACE_NEXT}"),
    atom("to", rf"(?<!不)(?:安排|改|换|调|挪|移|搬|放|排|推迟|延后|提前)(?:成|为|个)?{_PLACE_NEXT}"),
    atom(
        "to",
        rf"\b{_FITS_EN}\s+(?:on|in|at|during|for(?=\s+(?:the\s+)?(?:this|next|week|{EN_DAY}s?\b|morning|afternoon|evening)))\b",
    ),
    atom(
        "to", rf"\b(?:be|been|being|gets?|got|is|are)\s+{_MOVED_EN}\s+(?:on|in|at|to|onto|into|until|till|over|for)\b"
    ),
    atom("to", r"\bwaits?\s+(?:until|till|for|to)\b"),
    atom("to", rf"(?<=[a-z]['’]s )(?:tasks?|work|stuff)\s+on\b(?=\s+(?:the\s+)?(?:{EN_DAY}s?\b|weekend))"),
    atom("to", rf"\b(?:to{_INFINITIVE}|onto|into|over|across|among|until|till|towards?)\b"),
    atom("to", r"\b(?:go(?:es)?|be(?!\s+(?:on|in)\s+time)|happen|belongs?)\s+(?:together\s+)?(?:on|in|at|into|to)\b"),
    atom("to", r"\bshared?\s+(?:out\s+)?(?:evenly\s+)?(?:by|with|among|amongst|between|over|across)\b"),
    atom(
        "where",
        rf"\b{_SERVES_EN}\s+(?:the\s+|my\s+)?(?!(?:the\s+|my\s+)?(?:everything|all|every|rest|others?|this|next|week|{EN_DAY}|me|us|you)\b)",
        (1,),
    ),
    atom(
        "where",
        r"\b(?:(?:is|are|will\s+be|would\s+be|works?|good|best|fine|great|perfect|reserved|only)\s+)*for"
        r"(?=\s+(?:everything|all|every\s+task|the\s+(?:rest|others?))\b)",
    ),
    atom("where", r"\bis\s+(?:where|when|the\s+(?:day|time)\s+for)\b"),
    atom("from", r"\b(?:from|instead\s+of|rather\s+than)\b"),
    atom("on", r"\b(?:on|in)\b|\bat(?=\s+(?:the\s+)?(?:weekend|night))"),
    atom("on", r"\bfor(?=\s+(?:the\s+)?(?:this|next|week|mon|tue|wed|thu|fri|sat|sun|morning|afternoon|evening))"),
    atom("object", r"[把将让]|(?:挪动?|移动?|搬|调)(?=[^，。；把将]{1,12}从)"),
    atom(
        "object",
        r"\b(?:put\s+off|mov(?:e|es|ing)|shift|put|place|push|pull|reschedule|bring|schedule|transfer|postpone|delay|defer"
        r"|relocate|switch|reassign|rearrange|slide|drop|split|divide|do|get)\b",
    ),
    atom("object", r"\b(?:spread|(?:re)?distribute|balance|even\s+out|level\s+out|smooth\s+out)\b", (1,)),
    atom("doing", rf"{_AFTER_PLACE}(?:匀着|均匀地?|平均)(?:安排|排|放)(?![的了过完不得])(?:一下)?"),
    atom("doing", rf"{_AFTER_PLACE}(?:要|想|来|就)?(?:安排|排|放)(?![的了过完不得])", (1,)),
    atom(
        "doing",
        rf"{_AFTER_PLACE}(?:我?(?:再|去|来|就|想|要|{_MANNER})){{0,2}}(?:(?<=再)[说议定]|做|学(?!习)|弄|干|搞(?!定)|[看听读念]|上(?![午周课])|复习|练(?!习)|背|写|处理)(?:掉|好|完|一下|一遍)?(?![的了过完不])(?:吧|行不行|好不好|可以吗|行吗|好吗|也行|就行|就好)?",
    ),
    atom("due", r"(?:完成|做完|写完|学完|搞定|弄完|干完|结束|复习完)(?!的)"),
    atom("due", r"\b(?:finish(?:ed)?|completed?|done)\b"),
    atom("break", r"[~～…]+(?=\s*(?:$|[，。！？!?]))"),
    atom(
        "break",
        rf"[，。；！？;!?：\n]|:(?!{DIGIT})|,(?!\s*(?:and\s+)?{EN_DAY}\b)|\.(?!{DIGIT})|但是?|不过|然后|并且|而且|同时|\b(?:but|then|because|so)\b"
        r"|\band\s+(?=(?:please\s+)?(?:keep|keeping|leave|leaving)\b[^,.;]*\b(?:free|empty|clear)\b)",
    ),
)
