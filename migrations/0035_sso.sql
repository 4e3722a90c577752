-- Signing in through a provider of the business, by OpenID Connect.

-- One for each organisation. The client secret is sealed with the service's secret, and shown to nobody again.
create table sso_providers (
  organization_id uuid not null references organizations,
  issuer text not null check (length(issuer) <= 2000),
  client_id text not null check (length(client_id) <= 500),
  sealed_secret bytea not null,
  -- Whoever signs in for the first time becomes a member.
  just_in_time boolean not null,
  sso_only boolean not null,
  -- The claim that roles follow from at each sign-in, and which value gives which roles; null where they are given here.
  role_claim text check (length(role_claim) <= 100),
  role_map jsonb not null default '[]' check (jsonb_typeof(role_map) = 'array' and length(role_map::text) <= 20000),
  -- Role of whom the map gives none; null: nobody without a mapped value gets in.
  default_role_id uuid,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id)
);
select protect_tenant_table('sso_providers');

-- Domains that the organisation says are its own. Which of them it has shown to be is in `sso_domains`.
create table sso_domain_claims (
  organization_id uuid not null references organizations,
  id uuid not null,
  domain text not null check (length(domain) <= 253 and domain = lower(domain)),
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint sso_domain_claims_key unique (organization_id, domain)
);
select protect_tenant_table('sso_domain_claims');

-- Who a member is at the provider, by `sub`. A link from before a member left and came back counts for nothing.
create table sso_links (
  organization_id uuid not null references organizations,
  subject text not null check (length(subject) <= 255),
  member_id uuid not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- Version of the member whom the loss of their groups suspended: as long as nobody here changes them, groups that
  -- come back let them in again.
  suspended_version int,
  primary key (organization_id, subject),
  constraint sso_links_member_key unique (organization_id, member_id),
  constraint sso_links_member_fkey foreign key (organization_id, member_id) references members
);
select protect_tenant_table('sso_links');
