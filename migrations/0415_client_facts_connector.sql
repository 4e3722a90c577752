-- What the client of a token last said of itself, for who looks why something does not work:
-- `{"protocol": "2025-06-18", "opens_pages": false, "clock_ms": 120}`, each where it was said.
alter table mcp_tokens add column last_used_facts jsonb check (jsonb_typeof(last_used_facts) = 'object');
