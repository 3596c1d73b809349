"""The one form in which Chinese is read: simplified, of half width, each character where it was (rule WHEN-20)."""

_TRADITIONAL = (
    "週周禮礼個个點点鐘钟鍾钟時时後后號号這这兩两來来過过內内從从間间晝昼節节國国慶庆聖圣誕诞陽阳陰阴農农曆历歷历臘腊閏闰婦妇兒儿勞劳動动"
    "親亲師师萬万雙双現现當当開开幾几陣阵歲岁學学長长處处驚惊蟄蛰穀谷種种滿满聽听尋寻淩凌裡里裏里舊旧嗎吗會会議议課课為为與与還还"
    "於于線线樓楼門门員员問问題题見见場场對对實实說说頭头連连續续遠远邊边紀纪選选億亿塊块錢钱廳厅體体樹树據据結结經经車车飛飞機机發发"
    "無无絕绝輩辈擇择際际護护軍军黨党趕赶雞鸡剛刚終终鬧闹離离難难總总檔档報报馬马許许數数"
)
_TABLE = {ord(old): new for old, new in zip(_TRADITIONAL[::2], _TRADITIONAL[1::2], strict=True)}
_TABLE |= {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_TABLE |= {0x3000: " ", ord("〜"): "~", ord("–"): "-", ord("—"): "-", ord("−"): "-", ord("○"): "〇", ord("贰"): "二"}


def plain(text: str) -> str:
    """A text of the same length in simplified characters and with digits and signs of half width."""
    return text.translate(_TABLE)
