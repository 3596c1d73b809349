"""The worked example of the contract, as compact JSON."""

EXAMPLE_QUERY = "我昨天有什么重要的事情安排吗？"
EXAMPLE_NOW = "2026-09-03T22:00:00+08:00"
EXAMPLE = (
    '{"plan":{"query_type":"personal_temporal_recall","temporal_mode":"AMBIGUOUS","time":{"mention_range":{"start":'
    '"2026-09-02T00:00:00+08:00","end":"2026-09-03T00:00:00+08:00"},"event_range":{"start":"2026-09-02T00:00:00+08:00",'
    '"end":"2026-09-03T00:00:00+08:00"},"relative_label":"yesterday"},"targets":[{"type":"commitment","weight":1.0},'
    '{"type":"calendar_event","weight":0.85},{"type":"todo","weight":0.9}],"sources":{"calendar":0.85,"chat":0.8,'
    '"meinput":0.75,"memory_v2":0.45},"retrievals":[{"source":"meinput","query_type":"important_mentions",'
    '"expanded_queries":["重要","安排","会议","明天","截止"],"weight":0.75},{"source":"chat","query_type":'
    '"commitments_and_decisions","expanded_queries":["安排","确认","跟进","记得"],"weight":0.8}],"filters":'
    '{"importance_min":0.6,"status":"any"},"output":{"group_by":"importance","dedupe":true,"timeline":true,'
    '"wide_recall":true},"context_needs":{"user_snapshot":"OPTIONAL","temporal_recall":"REQUIRED","memory_retrieval":'
    '"OPTIONAL"},"planner_meta":{"level":"cheap_router","rule_hits":["time:yesterday","keyword:重要","keyword:安排"],'
    '"confidence":0.82}}}'
)
