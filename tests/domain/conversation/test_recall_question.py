"""Rule MEMORY-44: which questions ask for what was said, and which ask the timetable."""

from domain.conversation.hearing import hear
from domain.conversation.routing import Context

NOTHING, PREVIEW = Context(), Context(preview=True)
RECALLS = """
我上周答应Anna什么
我上周答应了Anna什么？
我答应了小李什么
我答应小李什么了
我答应过小李什么
我跟Anna约了什么
我答应了谁
我昨天写了什么？
what did I write yesterday?
昨天我发了什么
我昨天记了什么
我上周发给你什么
what did I send you last week
what did I type yesterday
我妈妈生日是哪天？
我妈妈什么时候生日
我爸爸的生日是几号
妈妈的生日是什么时候
我女朋友生日几号
when is my mother's birthday
what is my mom's birthday
what is my cat's name
what's my cat called
我的猫叫什么
我的猫叫什么名字
我家猫叫什么
我的狗几岁
我毕业论文决定写什么
我毕业论文决定写什么题目
我决定考哪个学校
我有什么习惯
我有哪些习惯
我有什么爱好
我和王老师的约定
我和王老师约定了什么
我对Anna的承诺
最近我在忙什么
我最近在忙什么
我最近忙些什么
what have I been up to lately
what have I been working on lately
what did I promise Anna last week
what did I promise to Anna
我做过哪些决定
what did I decide?
what have I decided
谁是我的导师？
who is my advisor
我讨厌什么
what do I hate
我说过羽毛球吗
我有哪些承诺
what are my commitments
what are my decisions
我的决定有哪些
我认识哪些人
我的导师是谁
我住在哪里
我住哪儿
what did I tell you about badminton
我上次说的那本书是什么
我妹妹叫什么
我妹妹叫什么名字？
我妹妹在哪读大学
我妈妈住在哪里
我室友是谁
你还记得我的猫叫什么吗
张教授说了什么
王老师上周强调了哪些内容
how old is my sister
where does my brother live
what did Professor Zhang say about the exam
"""
OF_THE_TIMETABLE = """
我上周有什么课
昨天我做了什么
昨天我完成了什么
这周我要写什么
明天写什么作业
周三我要交什么
高数老师叫什么
高数课的老师是谁
what did I finish yesterday
what is due tomorrow
我最近有什么安排
我最近忙不忙
最近哪天最忙
我这周忙什么
我今天要忙什么
我上周写了哪些作业
我完成了什么
what was moved
这周的约定时间是什么
我什么时候考试
我的任务叫什么
我的英语课在哪
我的第一节课是什么
我该写什么
论文写什么好
我的计划是什么
我的课表是什么
when is my exam
what is my schedule
what is my plan
what is my next class called
我的老师叫什么
我下午的课叫什么
我的下一节课叫什么
我同学什么时候上课
张老师下周讲什么
记得叫我起床
"""


def test_what_one_wrote_promised_owns_and_decided_is_asked_of_what_was_said() -> None:
    assert [each for each in RECALLS.split("\n")[1:-1] if not hear(each, NOTHING).recalls] == []


def test_classes_and_tasks_are_asked_of_the_timetable() -> None:
    asked = OF_THE_TIMETABLE.split("\n")[1:-1]
    assert [each for each in asked for context in (NOTHING, PREVIEW) if hear(each, context).recalls] == []
