-- Domains of mail addresses, and the organisation that has shown by a DNS record that it answers for each. Made before
-- the team, whose view of memberships reads who may no longer sign in with a password.
create table sso_domains (
  domain text primary key check (length(domain) <= 253 and domain = lower(domain)),
  -- No foreign key: the organisation may lie on another server.
  organization_id uuid not null,
  -- Members with an address of the domain sign in through the organisation's provider alone.
  sso_only boolean not null default false,
  verified_at timestamptz not null,
  -- When the record was last looked up with an answer, and since when it has not been there.
  checked_at timestamptz not null,
  missing_since timestamptz
);
create index sso_domains_organization on sso_domains (organization_id);
comment on table sso_domains is 'directory: asked for before it is known who signs in';
grant select, insert, update, delete on sso_domains to daybook_runtime;
