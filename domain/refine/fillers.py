"""Words that carry nothing of their own beside those that do: particles, courtesies, helping verbs (rule HONEST-1)."""

import re
from typing import Final

_EN: Final = (
    "a an the my our your his her their its this that these those it them they he she we you i me us him one "
    "ones of in on at to for from by with without as than into onto over out up off down around about through "
    "per and or nor but also too then so if else plus both either each every any all some no none other others "
    "is are was were be been being am do does did done have has had having can could may might must shall should "
    "will would ought need needs let lets get gets got go goes going gone come put please kindly just only maybe "
    "perhaps possibly simply really quite rather instead again still already now okay ok yes yeah yep well right "
    "fine sure thanks thank thx cheers hi hello hey dear welcome sorry pls plz want wants wanted like likes wish "
    "hope hopes prefer prefers love help think guess suppose suggest make makes making try trying give take pick "
    "choose keep keeps kept leave leaves share send write move moves moving shift shifts place places placed "
    "placing reschedule rescheduled schedule schedules scheduled scheduling plan plans planned planning arrange "
    "arranged stand stands standing sit sits happen happens stay stays fall falls land lands task tasks item "
    "items work works working stuff thing things something anything nothing everything whatever what which who "
    "where when there here load workload session sessions lesson lessons study studies studying homework "
    "assignment assignments timetable day days week weeks time times date dates part parts rest bit lot lots way "
    "whole entire total completely fully entirely totally exactly roughly approximately slightly anyway soon "
    "today possible good better best great nice more less most much many very never ever always first next last "
    "same such don doesn didn isn aren won wouldn couldn shouldn can't d s t ll ve re m not n subject subjects "
    "class classes category evenly even equally though although however set aside away back wonder wondering see "
    "check able free clear empty left remaining sort rearrange redo change changes switch wherever whenever "
    "actually mind use used using myself fix addition besides moreover furthermore additionally "
)
FILLER_EN: Final = re.compile(rf"(?<![^\W_])(?:{'|'.join(_EN.split())})(?![^\W_])", re.IGNORECASE)

_ZH: Final = (
    "[的了吧吗呢啊呀嘛哦噢哈嗯诶哎喔么地得着过就都也还再先只请你您我他她它们把将让给帮替从到在往向去来由于和与跟及或并且且而"
    "、上下里中内外边些个那这哪每各有是会能可要想应该该需须愿做学干弄搞看写排放留占用挪移动搬换调改算行好成吃对多少很太更最"
    "又才便则若等]|任务|安排|日程|计划|事情|事项|事儿?|东西|内容|作业|活儿?|学习|课程?|时间|时候|时段|一下|一些|一点|有点|一起|一块儿?"
    "|可以|能够|希望|打算|准备|麻烦|辛苦|谢谢|多谢|感谢|拜托|劳驾|你好|您好|哈喽|嗨|没关系|没问题|无所谓|随便|随意|尽量|尽可能|最好"
    "|直接|干脆|全部|所有|统统|整体|整个|大概|大约|左右|差不多|目前|现在|已经|其中|之中|期间|以上|以内|里面|上面|什么|怎么|如何"
    "|老师|同学|助手|调整|处理|帮忙|自己|自动|重新|分别|方便|顺序|同科目|科目|原来|原本|当天|当日|前后|日子|任务数量?|一律|任何|除此(?:之外|以外)?|此外|外加|再者|再有|位置|地方|地儿|数量|专门|专心|[前头最后][两三几]天|平均|均匀|tasks?|ok|okay|pls|thx"
)
FILLER_ZH: Final = re.compile(rf"^(?:{_ZH})|(?:{_ZH})$", re.IGNORECASE)

JOINING: Final = re.compile(
    r"^(?:(?:and|or|also|plus|then|please|but|so|too|as\s+well)\b[\s,]*|[并且再也还又请和与及]|然后|另外|顺便|顺带|同时)+"
    r"|\s+(?:please|too|as\s+well|thanks)$",
    re.IGNORECASE,
)
"""What is left off at the ends of words that are quoted."""
