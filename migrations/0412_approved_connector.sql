-- What an approval came to: the line of the audit log that says what was written.

alter table approvals add column line_id uuid;
create unique index approvals_done on approvals (organization_id, line_id) where line_id is not null;
