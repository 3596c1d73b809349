"""Who teaches and where, as descriptions and places say it (rule IMPORT-33)."""

import pytest

from services.read_teacher import held_by


@pytest.mark.parametrize(
    ("location", "description", "expected"),
    [
        ("A-101 教师甲", "第1 - 2节\nA-101\n教师甲", ("A-101", "教师甲")),
        ("东区 A-101 教师 甲", "第3节\n东区 A-101\n教师 甲\n备注", ("东区 A-101", "教师 甲")),
        ("教师甲", "第1 - 2节\n\n教师甲", ("", "教师甲")),
        ("A-101", "第1 - 2节\nA-101\n", ("A-101", "")),
        ("A-101", "第1 - 2节\nA-101", ("A-101", "")),
        ("B-202 教师甲", "第1 - 2节\nA-101\n教师甲", ("B-202 教师甲", "")),
        ("A-101 教师甲", "请带书\nA-101\n教师甲", ("A-101 教师甲", "")),
        ("A-101", "第5节\n老师 Teacher: 李\n任务类 Class: 理科", ("A-101", "李")),
        ("TC-1", "Type: Lab\nStaff: Yue Ma, Bo Xiao\nDay: Monday", ("TC-1", "Yue Ma, Bo Xiao")),
        ("", "教室：三教 201\n任课教师：王 老师", ("三教 201", "王 老师")),
        ("", "Room: 12\nInstructor: Dr. Who", ("12", "Dr. Who")),
        ("A", "<b>老师：</b>李雷<br>教材第1章", ("A", "李雷")),
        ("A", "老师:钱七 周数:1-16 节数:3-4节", ("A", "钱七")),
        ("A-101", "问老师：几点", ("A-101", "")),
        ("", "", ("", "")),
    ],
)
def test_the_teacher_is_told_apart_from_the_place(location: str, description: str, expected: tuple[str, str]) -> None:
    """By the heading of a line, or by the order of WakeUp's lines where place and description agree."""
    assert held_by(location, description) == expected
