"""What a person said, typed and told about, and what they ask for later; labelled before anything was searched."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from domain.context.plan.contract import TextSource
from domain.schedule.state import Locale

ZONE = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 9, 17, 21, 0, tzinfo=ZONE)
"""A Thursday evening."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something told at a moment of the year, written as month, day, hour."""

    key: str
    source: TextSource
    said: tuple[int, int, int]
    text: str

    @property
    def at(self) -> datetime:
        """When it was told."""
        month, day, hour = self.said
        return datetime(2026, month, day, hour, 30, tzinfo=ZONE)


@dataclass(frozen=True, slots=True)
class Ask:
    """A query with the keys of what answers it; rows of the timetable are named by course and day."""

    query: str
    relevant: tuple[str, ...]
    locale: Locale = "zh-CN"


FACTS = (
    Fact("move-lilei", "chat", (9, 9, 20), "我答应李雷周六帮他搬宿舍"),
    Fact("zhangsan-db", "chat", (9, 8, 15), "张三说数据库大作业要换成小组项目"),
    Fact("zhangsan-ppt", "chat", (9, 10, 11), "张三负责做PPT，我写后端"),
    Fact("ball", "meinput", (9, 11, 18), "每周日和王芳打羽毛球，球拍要换手胶"),
    Fact("prof-li", "meinput", (9, 7, 10), "李教授下周二下午三点在教三301答疑"),
    Fact("intern", "chat", (9, 12, 22), "下周三上午十点字节跳动面试，要带简历"),
    Fact("visa", "memory_v2", (9, 2, 9), "护照下个月到期，要去出入境大厅换新的"),
    Fact("peanut", "memory_v2", (8, 20, 12), "我对花生过敏"),
    Fact("night", "memory_v2", (8, 25, 21), "我喜欢晚上学习，早上记不住东西"),
    Fact("coffee", "memory_v2", (8, 26, 8), "我不喜欢喝咖啡，喝了睡不着"),
    Fact("mom-birthday", "memory_v2", (7, 15, 19), "妈妈的生日是十月十二号"),
    Fact("roommate", "memory_v2", (7, 20, 23), "室友叫陈默，是学法语的"),
    Fact("wifi", "meinput", (8, 3, 14), "实验室的无线密码写在白板背面"),
    Fact("bike", "chat", (8, 30, 17), "自行车锁在二食堂门口，密码锁是四位的"),
    Fact("y-contract", "chat", (9, 16, 10), "重要：租房合同必须周五之前签字寄回去"),
    Fact("y-library", "chat", (9, 16, 14), "图书馆借的《线性代数》该还了"),
    Fact("y-meeting", "meinput", (9, 16, 16), "和导师确认了开题报告会议改到下周一"),
    Fact("y-run", "meinput", (9, 16, 20), "今天跑了五公里，膝盖有点疼"),
    Fact("d-dinner", "chat", (9, 15, 12), "食堂三楼新开了一家兰州拉面"),
    Fact("d-group", "chat", (9, 15, 19), "组会上老板决定用第二套实验方案"),
    Fact("t-dentist", "chat", (9, 10, 9), "九月十八号下午两点去看牙医"),
    Fact("t-report", "meinput", (9, 13, 10), "九月十八号晚上八点前要交物理实验报告"),
    Fact("w-hike", "chat", (9, 14, 21), "这周六和户外社去爬香山"),
    Fact("w-movie", "meinput", (9, 14, 22), "周日晚上七点和赵敏看电影"),
    Fact("exam-os", "chat", (9, 3, 16), "操作系统期中考试定在九月二十四号上午"),
    Fact("exam-english", "meinput", (9, 4, 8), "六级考试报名九月二十五号截止"),
    Fact("scholar", "chat", (9, 5, 15), "奖学金材料要交到学院办公室，联系人是孙老师"),
    Fact("thesis-title", "chat", (8, 28, 11), "最后决定论文题目做推荐系统的冷启动"),
    Fact("phone", "memory_v2", (8, 10, 10), "快递柜取件电话是尾号七七二一"),
    Fact("guitar", "chat", (8, 18, 20), "想学吉他，琴行老板给打八折"),
    Fact("money", "chat", (8, 22, 13), "周杰借了我三百块，说月底还"),
    Fact("printer", "meinput", (8, 15, 9), "打印店的优惠券放在钱包夹层里"),
    Fact("kyoto", "chat", (8, 12, 21), "寒假想去京都，机票等十一月再看"),
    Fact("gym", "memory_v2", (8, 5, 18), "健身房年卡明年三月到期"),
    Fact("essay", "chat", (9, 9, 9), "I have to rewrite the history essay, Professor Brown wants more sources"),
    Fact("essay-len", "meinput", (9, 11, 9), "the essay should be two thousand words, double spaced"),
    Fact("alice", "chat", (9, 8, 18), "Alice agreed to proofread my cover letter"),
    Fact("kubernetes", "meinput", (9, 1, 15), "the Kubernetes workshop handed out free stickers and a cluster login"),
    Fact("vegetarian", "memory_v2", (8, 1, 12), "I am vegetarian but I eat eggs"),
    Fact("window", "memory_v2", (8, 2, 12), "I prefer window seats on trains"),
    Fact("hackathon", "chat", (9, 13, 13), "the hackathon is on September 26 and our team is called Blue Whale"),
    Fact("landlord", "meinput", (8, 29, 16), "the landlord promised to fix the radiator before winter"),
    Fact("tutor", "chat", (9, 12, 10), "Bob needs tutoring in calculus twice a week"),
    Fact("lost-card", "chat", (8, 31, 19), "校园卡丢了，补办花了二十块"),
    Fact("cat", "meinput", (8, 8, 8), "宿舍楼下的橘猫叫年糕，别喂巧克力"),
    Fact("club", "chat", (9, 6, 20), "辩论社招新定了，我负责海报"),
    Fact("vaccine", "chat", (8, 27, 10), "流感疫苗要提前预约，校医院只有周二打"),
    Fact("glasses", "memory_v2", (7, 28, 10), "左眼近视四百度，右眼三百五"),
    Fact("sister", "chat", (9, 2, 21), "表妹高考完想报南京的学校，让我帮她看专业"),
    Fact("bandwidth", "chat", (8, 17, 16), "服务器续费忘了开发票，要找财务补"),
)

ASKS = (
    Ask("我答应过李雷什么事？", ("move-lilei",)),
    Ask("张三上周说了什么？", ("zhangsan-db", "zhangsan-ppt")),
    Ask("我上周聊到数据库大作业是怎么说的", ("zhangsan-db",)),
    Ask("我记过和王芳打羽毛球是哪天吗", ("ball",)),
    Ask("李教授什么时候答疑", ("prof-li",)),
    Ask("下周三有什么面试？", ("intern",)),
    Ask("字节跳动的面试要带什么", ("intern",)),
    Ask("护照的事情我记过什么", ("visa",)),
    Ask("我对什么过敏？", ("peanut",)),
    Ask("我喜欢什么时候学习？", ("night",)),
    Ask("我是不是不喜欢喝咖啡？", ("coffee",)),
    Ask("妈妈的生日是哪天？", ("mom-birthday",)),
    Ask("我的室友叫什么名字", ("roommate",)),
    Ask("我记下的实验室无线密码在哪里", ("wifi",)),
    Ask("我的自行车锁在哪里了", ("bike",)),
    Ask("我昨天有什么重要的事情安排吗？", ("y-contract", "y-meeting")),
    Ask("我昨天说了什么", ("y-contract", "y-library", "y-meeting", "y-run")),
    Ask("昨天提到的租房合同", ("y-contract",)),
    Ask("前天我聊了些什么？", ("d-dinner", "d-group")),
    Ask("前天组会上决定了什么", ("d-group",)),
    Ask("明天有什么安排？", ("t-dentist", "t-report", "course:高等数学:0918", "course:大学物理:0918")),
    Ask("明天要交什么", ("t-report",)),
    Ask("明天上什么课", ("course:高等数学:0918", "course:大学物理:0918")),
    Ask("这周末有什么活动？", ("w-hike", "w-movie")),
    Ask("周日和赵敏看什么", ("w-movie",)),
    Ask("下周有什么考试？", ("exam-os",)),
    Ask("操作系统期中是什么时候", ("exam-os",)),
    Ask("六级报名什么时候截止？", ("exam-english",)),
    Ask("奖学金材料交给谁", ("scholar",)),
    Ask("我的论文题目最后决定做什么", ("thesis-title",)),
    Ask("取件电话是多少", ("phone",)),
    Ask("上个月我提到过吉他吗", ("guitar",)),
    Ask("周杰欠我多少钱，什么时候还", ("money",)),
    Ask("我说过打印店的优惠券放哪了吗", ("printer",)),
    Ask("关于京都我说过什么", ("kyoto",)),
    Ask("健身房的年卡什么时候到期", ("gym",)),
    Ask("What did I say about the essay last week?", ("essay", "essay-len"), "en"),
    Ask("Did I mention how long the essay should be?", ("essay-len",), "en"),
    Ask("What did Alice agree to do?", ("alice",), "en"),
    Ask("What did I note about the Kubernetes workshop?", ("kubernetes",), "en"),
    Ask("Do I eat meat, or am I vegetarian?", ("vegetarian",), "en"),
    Ask("Which seats do I prefer on trains?", ("window",), "en"),
    Ask("Did I mention when the hackathon is?", ("hackathon",), "en"),
    Ask("What did the landlord promise about radiators?", ("landlord",), "en"),
    Ask("What do I have tomorrow?", ("t-dentist", "t-report", "course:高等数学:0918", "course:大学物理:0918"), "en"),
    Ask("Who needs tutoring in calculus?", ("tutor",), "en"),
    Ask("我说过补办校园卡花了多少钱吗", ("lost-card",)),
    Ask("我说过楼下的橘猫叫什么吗？", ("cat",)),
    Ask("辩论社招新我负责什么", ("club",)),
    Ask("流感疫苗怎么预约", ("vaccine",)),
    Ask("我的近视是多少度", ("glasses",)),
    Ask("表妹想报哪里的学校", ("sister",)),
    Ask("下周一有什么会议？", ("y-meeting", "course:线性代数:0921")),
    Ask("我提到过服务器续费的发票吗", ("bandwidth",)),
)
