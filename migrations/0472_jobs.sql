-- Work that somebody called off.
alter table jobs drop constraint jobs_state_check,
  add constraint jobs_state_check check (state in ('queued', 'running', 'done', 'failed', 'cancelled'));
