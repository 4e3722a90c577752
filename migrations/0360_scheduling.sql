-- Reports on a schedule: which report, when, to whom; each run of it with its file; and the link that each recipient got.

create table scheduled_reports (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- As `GET /api/reports/{name}` calls it.
  report text not null check (length(report) between 1 and 100),
  -- Input of the report beside its days, as it was sent.
  parameters jsonb not null,
  -- Counted back from the day on which a run is due.
  period text not null,
  format text not null check (format in ('pdf', 'xlsx', 'csv')),
  -- Null: that of the organisation at the time.
  language text check (length(language) <= 35),
  frequency text not null check (frequency in ('day', 'week', 'month', 'quarter', 'year')),
  weekday int check (weekday between 1 and 7),
  -- The day of the month that was agreed on, kept where a month is shorter; 31 is each last day.
  anchor_day int check (anchor_day between 1 and 31),
  hour int not null check (hour between 0 and 23),
  start_date date not null,
  attach boolean not null,
  link_days int not null check (link_days between 1 and 90),
  when_empty text not null check (when_empty in ('send', 'skip')),
  status text not null default 'active' check (status in ('active', 'paused')),
  -- Said by the service where it paused the schedule by itself.
  paused_reason text check (paused_reason in
    ('member_left', 'permission_lost', 'keeps_failing', 'no_recipients', 'restored')),
  -- How many occurrences there were, made or skipped; the next one is counted from here.
  occurrence int not null default 0 check (occurrence >= 0),
  next_date date not null,
  last_run_at timestamptz,
  consecutive_failures int not null default 0,
  last_error text check (length(last_error) <= 1000),
  -- Whose rights it has: those of the member at the time, as far as the credential went that asked.
  member_id uuid not null,
  user_id uuid not null,
  permissions text[] not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  updated_by jsonb not null,
  primary key (organization_id, id),
  constraint scheduled_reports_member_fkey foreign key (organization_id, member_id) references members,
  constraint scheduled_reports_day check (
    (weekday is not null) = (frequency = 'week')
    and (anchor_day is not null) = (frequency in ('month', 'quarter', 'year'))),
  constraint scheduled_reports_reason check (paused_reason is null or status = 'paused')
);
create index scheduled_reports_by_age on scheduled_reports (organization_id, created_at, id);
select protect_tenant_table('scheduled_reports');

-- Whoever gets it. An address that unsubscribed stays, so that nobody adds it to the schedule again.
create table report_recipients (
  organization_id uuid not null,
  id uuid not null,
  schedule_id uuid not null,
  -- A member, who is written to at the address that they have at the time; or an address outside.
  member_id uuid,
  email text check (length(email) <= 254),
  status text not null default 'active' check (status in ('active', 'unsubscribed', 'unreachable')),
  consecutive_failures int not null default 0,
  ended_at timestamptz,
  primary key (organization_id, id),
  constraint report_recipients_schedule_fkey foreign key (organization_id, schedule_id) references scheduled_reports
    on delete cascade,
  constraint report_recipients_member_fkey foreign key (organization_id, member_id) references members,
  constraint report_recipients_one check ((member_id is null) <> (email is null)),
  constraint report_recipients_once unique nulls not distinct (organization_id, schedule_id, member_id, email)
);
select protect_tenant_table('report_recipients');

-- Each time that a report was made, or should have been.
create table report_runs (
  organization_id uuid not null,
  id uuid not null,
  schedule_id uuid not null,
  -- The day on which it was due; of one that somebody asked for, the day on which they did.
  due_date date not null,
  asked_by jsonb,
  status text not null check (status in ('queued', 'sent', 'empty', 'failed')),
  first_day date,
  last_day date,
  -- Earlier occurrences that were left out because nobody was there to make them.
  skipped int not null default 0 check (skipped >= 0),
  skipped_from date,
  problem text check (length(problem) <= 1000),
  filename text check (length(filename) <= 255),
  content_type text,
  size int,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (organization_id, id),
  constraint report_runs_schedule_fkey foreign key (organization_id, schedule_id) references scheduled_reports
    on delete cascade
);
create index report_runs_by_age on report_runs (organization_id, created_at, id);
create index report_runs_of_schedule on report_runs (organization_id, schedule_id, created_at);
select protect_tenant_table('report_runs');

-- The file of a run, for as long as its links work. In the database, since it goes with them after some days: uploads
-- are kept as long as the books, and two runs may have the same bytes.
create table report_files (
  organization_id uuid not null,
  run_id uuid not null,
  content bytea not null,
  primary key (organization_id, run_id),
  constraint report_files_run_fkey foreign key (organization_id, run_id) references report_runs on delete cascade
);
alter table report_files alter column content set storage external;
select protect_tenant_table('report_files');

-- The link that one recipient got to the file of a run, and the mail that brought it. Only the hash of a link is kept,
-- so that neither a dump nor a list shows one that works.
create table report_links (
  organization_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  recipient_id uuid not null,
  -- As it was when the mail was sent.
  email text not null check (length(email) <= 254),
  token_hash bytea not null check (length(token_hash) = 32),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  times_opened int not null default 0,
  last_opened_at timestamptz,
  mail_status text not null default 'queued' check (mail_status in ('queued', 'sent', 'failed', 'cancelled')),
  mail_response text check (length(mail_response) <= 2000),
  mail_ended_at timestamptz,
  primary key (organization_id, id),
  constraint report_links_run_fkey foreign key (organization_id, run_id) references report_runs on delete cascade,
  constraint report_links_recipient_fkey foreign key (organization_id, recipient_id) references report_recipients
    on delete cascade
);
-- The only index that does not begin with the organisation: a presented link names none.
create unique index report_links_token on report_links (token_hash);
create index report_links_of_run on report_links (organization_id, run_id);
create index report_links_of_recipient on report_links (organization_id, recipient_id);
select protect_tenant_table('report_links');
select lead_to_organization('report_links');

-- A link with the organisation that it leads to. One that has ended shows no file any more; it still unsubscribes.
create view presented_report_links with (security_invoker = true) as
  select link.token_hash, link.expires_at, link.revoked_at, link.id as link, organizations.id, name,
    base_currency as "baseCurrency", timezone, locale
  from report_links as link join organizations on organizations.id = link.organization_id
  where organizations.status = 'active';
grant select on presented_report_links to daybook_runtime;
