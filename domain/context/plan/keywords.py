"""The table of keywords: what each says about sources, targets, needs and words to search for (rule CONTEXT-10)."""

from collections.abc import Mapping

from domain.context.plan.folding import listed
from domain.context.plan.topic import Keyword, Topic, Words


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split(", "))


TOPICS: tuple[Topic, ...] = (
    Topic(
        _words("重要, 要紧, 关键, 紧急, 要事, important|importance, urgent|urgently, crucial, critical"),
        (0.50, 0.60, 0.75, 0.45),
        {"commitment": 0.9, "calendar_event": 0.7, "todo": 0.8},
        ("OPTIONAL", "REQUIRED", "OPTIONAL"),
        "important_mentions",
        traits=frozenset({"importance"}),
        # What matters is seldom called so in a chat.
        yields=frozenset({"chat"}),
    ),
    Topic(
        _words(
            "安排, 日程|日程表, 行程, 计划|計劃|計畫, 打算, 预约|約好|约好, schedule|schedules|scheduled, "
            "plan|plans|planned|planning, agenda, appointment|appointments"
        ),
        (0.85, 0.80, 0.70, 0.40),
        {"commitment": 1.0, "calendar_event": 0.85, "todo": 0.9},
        ("OPTIONAL", "REQUIRED", "OPTIONAL"),
        "commitments_and_decisions",
        {
            "meinput": Words(("会议", "明天", "截止"), ("meeting", "tomorrow", "deadline")),
            "chat": Words(("确认", "跟进", "记得"), ("confirm", "follow up", "remember")),
        },
        frozenset({"event"}),
    ),
    Topic(
        _words(
            "会议|會議|例会|组会, 开会|開會|开个会|有会|会, 见面|会面|碰面, 聚会|聚餐|饭局, 面试, 活动|活動, "
            "讲座|講座, meeting|meetings, interview|interviews, event|events, party|parties"
        ),
        (0.90, 0.75, 0.60, 0.35),
        {"commitment": 0.7, "calendar_event": 1.0, "person": 0.4},
        ("OPTIONAL", "REQUIRED", "OPTIONAL"),
        "meetings",
        {"chat": Words(("几点", "地点", "参加"), ("time", "place", "attend"))},
        frozenset({"event"}),
    ),
    Topic(
        _words("课程|课表, 上课|有课|上什么课|什么课, 课, class|classes, course|courses, timetable, lecture|lectures"),
        (0.95, 0.50, 0.40, 0.30),
        {"calendar_event": 1.0, "todo": 0.4},
        ("OPTIONAL", "REQUIRED", "SKIP"),
        "classes",
        {"chat": Words(("老师", "教室"), ("teacher", "room"))},
        frozenset({"event"}),
    ),
    Topic(
        _words("考试|月考|考試, 期中, 期末, 测验|小测, 答辩, exam|exams, midterm|midterms, quiz|quizzes"),
        (0.90, 0.70, 0.60, 0.40),
        {"commitment": 0.6, "calendar_event": 0.95, "todo": 0.7},
        ("OPTIONAL", "REQUIRED", "OPTIONAL"),
        "exams",
        {
            "meinput": Words(("复习", "重点"), ("revise", "topics")),
            "chat": Words(("复习", "考场", "时间"), ("revise", "room", "time")),
        },
        frozenset({"event"}),
    ),
    Topic(
        _words(
            "截止|截止日期|死线, 到期|过期, 提交|上交, 交, ddl|ddls, deadline|deadlines, due, "
            "submit|submitted|submission|hand in|handed in"
        ),
        (0.85, 0.70, 0.70, 0.40),
        {"commitment": 0.85, "calendar_event": 0.7, "todo": 1.0},
        ("OPTIONAL", "REQUIRED", "OPTIONAL"),
        "due_items",
        {
            "meinput": Words(("作业", "提交"), ("homework", "submit")),
            "chat": Words(("作业", "提交", "之前"), ("homework", "submit", "before")),
        },
        frozenset({"event"}),
    ),
    Topic(
        _words(
            "待办|待办事项|待辦, 任务|任務, 作业|作業|功课|习题, 没做完|没完成|未完成|还没做|没做, "
            "todo|todos|to-do|to-dos|to do list, task|tasks, homework, assignment|assignments"
        ),
        (0.80, 0.60, 0.70, 0.35),
        {"commitment": 0.7, "calendar_event": 0.5, "todo": 1.0},
        ("OPTIONAL", "REQUIRED", "OPTIONAL"),
        "open_items",
        {
            "meinput": Words(("完成", "截止"), ("finish", "deadline")),
            "chat": Words(("完成", "记得"), ("finish", "remember")),
        },
        frozenset({"event"}),
    ),
    Topic(
        _words("提醒, 闹钟, remind|reminds|reminded, reminder|reminders, alarm|alarms"),
        (0.85, 0.60, 0.50, 0.30),
        {"commitment": 0.8, "calendar_event": 0.6, "todo": 0.9},
        ("SKIP", "REQUIRED", "SKIP"),
        "reminders",
        {"chat": Words(("记得", "别忘"), ("remember", "don't forget"))},
        frozenset({"event", "reminder"}),
    ),
    Topic(
        _words(
            "有空|没空|空闲|有没有空|空档, 有时间|有没有时间, 冲突, 忙吗|忙不忙, free, busy, "
            "available|availability, conflict|conflicts"
        ),
        (0.95, 0.40, 0.30, 0.20),
        {"commitment": 0.6, "calendar_event": 1.0},
        ("OPTIONAL", "REQUIRED", "SKIP"),
        "busy_times",
        traits=frozenset({"event"}),
    ),
    Topic(
        _words("出差, 旅行|旅游|旅遊, 航班|机票|飞机, 火车|高铁|车票, trip|trips|travel|travelling, flight|flights"),
        (0.85, 0.70, 0.65, 0.45),
        {"commitment": 0.7, "calendar_event": 0.95, "note": 0.4},
        ("OPTIONAL", "REQUIRED", "OPTIONAL"),
        "journeys",
        {"chat": Words(("出发", "酒店"), ("leave", "hotel"))},
        frozenset({"event"}),
    ),
    Topic(
        _words(
            "答应|答應, 承诺|承諾, 保证, 约定, promise|promised|promises, agree|agreed|agreement, "
            "commitment|commitments"
        ),
        (0.50, 0.90, 0.70, 0.60),
        {"commitment": 1.0, "decision": 0.6, "person": 0.5},
        ("OPTIONAL", "REQUIRED", "OPTIONAL"),
        "commitments",
        {"chat": Words(("没问题", "一定"), ("I will", "sure"))},
        frozenset({"past"}),
    ),
    Topic(
        _words(
            "决定|決定, 确定|定下来|定了, 结论|結論, 选了|选择|选定, decide|decided, decision|decisions, "
            "conclusion|conclusions, choose|chose|chosen"
        ),
        (0.25, 0.90, 0.70, 0.60),
        {"commitment": 0.6, "decision": 1.0},
        ("OPTIONAL", "REQUIRED", "OPTIONAL"),
        "decisions",
        {"chat": Words(("那就", "同意"), ("settled", "agreed"))},
        frozenset({"past"}),
    ),
    Topic(
        _words(
            "说|說, 提到|提过|提起|提及|提過, 聊|聊天|聊到|聊过, 讨论|討論, 谈|談|谈到|谈过, 讲|講, 告诉|告訴, "
            "say|said|says|saying, mention|mentioned|mentions, talk|talked|talking, "
            "discuss|discussed|discussing, tell|told"
        ),
        (0.20, 0.95, 0.60, 0.50),
        {"commitment": 0.6, "decision": 0.6, "person": 0.5, "note": 0.8},
        ("SKIP", "REQUIRED", "OPTIONAL"),
        "mentions",
        traits=frozenset({"mention", "past"}),
        unsaid=True,
    ),
    Topic(
        _words(
            "写|寫, 记|記|记下|记了|记过|记录, 笔记|筆記, 日记|日記, write|wrote|written|writing, "
            "note|notes|noted, diary|journal"
        ),
        (0.10, 0.55, 0.95, 0.60),
        {"decision": 0.4, "preference": 0.3, "note": 1.0},
        ("SKIP", "REQUIRED", "OPTIONAL"),
        "notes",
        traits=frozenset({"mention", "past"}),
        unsaid=True,
    ),
    Topic(
        _words(
            "记得|記得|记不记得, 记住|記住, 想起|回忆|记忆, 忘记|忘了|忘掉|忘, 上次|上一次|上回, "
            "remember|remembered|remembers, recall, forget|forgot|forgotten, last time|previously"
        ),
        (0.40, 0.75, 0.75, 0.90),
        {"commitment": 0.7, "decision": 0.6, "person": 0.5, "preference": 0.6, "note": 0.8},
        ("OPTIONAL", "REQUIRED", "REQUIRED"),
        "memories",
        traits=frozenset({"past", "memory"}),
        unsaid=True,
    ),
    Topic(
        _words(
            "喜欢|喜歡|爱吃|爱喝|爱看|爱听|最爱, 讨厌|不喜欢|不爱, 偏好|口味, 习惯|習慣, 爱好|兴趣, "
            "like|likes|liked, prefer|prefers|preferred, preference|preferences, "
            "favourite|favorite|favourites|favorites, hate|hates|dislike|don't like|do not like, "
            "habit|habits|hobby|hobbies"
        ),
        (0.10, 0.60, 0.60, 0.90),
        {"person": 0.4, "preference": 1.0, "note": 0.4},
        ("REQUIRED", "SKIP", "REQUIRED"),
        "preferences",
        {
            "chat": Words(("想要", "不想"), ("want", "rather")),
            "memory_v2": Words(("偏好", "习惯"), ("preference", "habit")),
        },
        frozenset({"profile"}),
    ),
    Topic(
        _words(
            "我是谁|自我介绍|了解我|认识我, 名字|我叫什么|叫什么名字|姓名, 生日, 年龄|多大|几岁, 电话|手机号|邮箱, "
            "住址|住在|住哪|地址, 专业|学校|年级, who am i|about me|know me, name|names, birthday|birthdays, how old, "
            "phone|email, address, major|school"
        ),
        (0.15, 0.50, 0.50, 0.90),
        {"person": 0.9, "preference": 0.6, "note": 0.5},
        ("REQUIRED", "SKIP", "REQUIRED"),
        "profile",
        traits=frozenset({"profile"}),
    ),
    Topic(
        _words("目标|目標, 梦想|愿望, goal|goals, dream|dreams"),
        (0.30, 0.65, 0.75, 0.85),
        {"commitment": 0.9, "preference": 0.7, "note": 0.6},
        ("REQUIRED", "SKIP", "REQUIRED"),
        "goals",
        {"meinput": Words(("希望", "坚持"), ("hope", "keep")), "memory_v2": Words(("希望", "计划"), ("hope", "plan"))},
        frozenset({"profile"}),
    ),
    Topic(
        _words(
            "联系人|认识, 朋友, 同学|室友|同學, 老师|导师|教授|老師, 同事|客户, "
            "friend|friends, teacher|teachers|professor, colleague|colleagues|client|clients, "
            "classmate|classmates|roommate|roommates"
        ),
        (0.40, 0.80, 0.60, 0.70),
        {"commitment": 0.4, "person": 1.0, "note": 0.5},
        ("OPTIONAL", "REQUIRED", "OPTIONAL"),
        "people",
    ),
    Topic(
        _words("谁|誰, who|whom|whose"),
        (0.40, 0.80, 0.60, 0.70),
        {"commitment": 0.4, "person": 1.0, "note": 0.5},
        ("OPTIONAL", "REQUIRED", "OPTIONAL"),
        "people",
        unsaid=True,
    ),
    Topic(
        _words(
            "做了|做过|做的, 干了|干过, 完成|做完|搞定, 发生|發生, "
            "去了|去过, 忙了, done|did i do|did we do|i did|we did|been doing|been up to, "
            "finish|finished|complete|completed, happen|happened|happening, went|did i go|did we go|i been"
        ),
        (0.80, 0.70, 0.75, 0.40),
        {"calendar_event": 0.9, "todo": 0.8, "note": 0.7},
        ("OPTIONAL", "REQUIRED", "OPTIONAL"),
        "doings",
        traits=frozenset({"past"}),
        unsaid=True,
    ),
    Topic(
        _words("做什么|做些什么|做啥, 干什么|干嘛|干啥, 忙什么|忙些什么|忙啥"),
        (0.80, 0.65, 0.70, 0.40),
        {"commitment": 0.6, "calendar_event": 0.9, "todo": 0.8, "note": 0.5},
        ("OPTIONAL", "REQUIRED", "OPTIONAL"),
        "doings",
        unsaid=True,
    ),
    Topic(
        _words("总结|總結, 回顾|复盘, 汇总|梳理, summary|summarise|summarize|sum up, review|recap|look back"),
        (0.75, 0.75, 0.80, 0.55),
        {"commitment": 0.8, "calendar_event": 0.8, "todo": 0.8, "decision": 0.8, "note": 0.7},
        ("OPTIONAL", "REQUIRED", "OPTIONAL"),
        "reviews",
        {"meinput": Words(("完成", "收获"), ("done", "learned")), "chat": Words(("完成", "决定"), ("done", "decided"))},
        frozenset({"past"}),
    ),
    Topic(
        _words(
            "进展|进度|進度, 项目|專案, 跟进|后续, progress|progressing, project|projects, "
            "follow up|follow-up|followed up"
        ),
        (0.55, 0.80, 0.75, 0.55),
        {"commitment": 0.7, "todo": 0.8, "decision": 0.7, "note": 0.6},
        ("OPTIONAL", "REQUIRED", "OPTIONAL"),
        "progress",
        {
            "meinput": Words(("完成", "问题"), ("done", "problem")),
            "chat": Words(("完成", "问题", "下一步"), ("done", "problem", "next step")),
        },
    ),
    Topic(
        _words("想法|主意|点子|灵感, 观点|看法, idea|ideas, thought|thoughts|opinion|opinions"),
        (0.10, 0.65, 0.90, 0.70),
        {"decision": 0.5, "preference": 0.4, "note": 1.0},
        ("SKIP", "REQUIRED", "OPTIONAL"),
        "ideas",
        {"meinput": Words(("也许", "可以试试"), ("maybe", "could try"))},
    ),
    Topic(
        _words("买|买了|买过|购买|買, 花了|花费|多少钱, buy|bought, spend|spent|cost|pay|paid"),
        (0.20, 0.70, 0.80, 0.55),
        {"todo": 0.5, "decision": 0.4, "note": 0.9},
        ("SKIP", "REQUIRED", "OPTIONAL"),
        "purchases",
        {"meinput": Words(("付款", "价格"), ("paid", "price")), "chat": Words(("下单", "价格"), ("order", "price"))},
        traits=frozenset({"leaning"}),
    ),
    Topic(
        _words("哪里|在哪|哪儿|在哪里|在哪儿, 地点, where, place|location"),
        (0.70, 0.65, 0.60, 0.50),
        {"calendar_event": 0.9, "note": 0.7},
        ("SKIP", "REQUIRED", "OPTIONAL"),
        "places",
        {"meinput": Words(("地址",), ("address",)), "chat": Words(("地址", "位置"), ("address", "room"))},
        traits=frozenset({"leaning"}),
    ),
)
"""The rows; a keyword may be in Chinese or English."""

OTHER_WORDS = listed(
    """
    小说 | 传说 | 说明 | 说不定 | 说一下 | 说说 | 说服 | 讲一下 | 讲讲 | 讲个 | 讲义 | 演讲 | 聊聊 | 聊一下 | 谈恋爱 |
    写字 | 登记 | 标记 | 书记 | 惦记 | 牢记 | 记者 | 记性 | 记起 | 课题 | 课本 | 交给 | 没交代 | 买卖 | 谁都 |
    无论谁 | 不管谁 | 名字叫 | 确定吗 | due to | of course | would like | 'd like |
    feel like | look like | looks like | sounds like | like this | like that | for free | feel free | take place |
    in place | on time
    """
)
"""Words that hold a keyword and mean something else; the longest that fits is what is read."""

ONLY_IN: Mapping[str, str] = {
    "有会": "有会(?!议|员|计|话)",
    "会": "(?:(?<=的)|(?<=[这那]个))会(?=[我你他她,，。?？上里几]|是|说|讲|什么|谁|哪|$)",
    "电话": "(?<![打通接回])(?<!打[个了过])电话(?!会议)",
    "tell": "(?<![a-z0-9])(?<!^)(?<!please )(?<!can you )(?<!could you )tell(?![a-z0-9])",
    "写": "写(?!作业|论文|代码|报告)",
    "交": "(?<=[要该得没])交|(?<=时候)交|交(?=什么|哪些|作业|论文|报告|了|吗|[?？]|$)",
}
"""Forms that are a keyword only in such a place, as a pattern."""

KEYWORDS: Mapping[str, Keyword] = {
    keyword.word: keyword
    for topic in TOPICS
    for keyword in (Keyword(forms.split("|")[0], tuple(forms.split("|")), topic) for forms in topic.keywords)
}
"""Every keyword by its name."""
