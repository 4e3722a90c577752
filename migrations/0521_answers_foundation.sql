-- Answers that are kept for those who repeat a call, as they were given: as `jsonb` their fields came back in another order.
alter table idempotency_keys alter column output type json using output::json;
