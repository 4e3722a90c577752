-- A draft that issues itself with its sale is due by the terms of that, where it is not said in days.
alter table document_schedules add column by_terms boolean not null default false;
