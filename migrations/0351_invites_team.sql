-- Invites: how somebody becomes a member.

-- Of the link in the mail only the hash is kept, so that neither a dump nor a list shows one that works.
create table invites (
  organization_id uuid not null references organizations,
  id uuid not null,
  email text not null check (length(email) <= 254),
  role_ids uuid[] not null check (cardinality(role_ids) between 1 and 20),
  -- When the access that it gives ends by itself.
  access_expires_at timestamptz,
  language text not null check (length(language) <= 35),
  status text not null default 'pending' 
    check (status in ('pending', 'accepted', 'declined', 'revoked', 'expired')),
  token_hash bytea check (length(token_hash) = 32),
  expires_at timestamptz not null,
  -- Whose rights it rests on: they are looked at again when it is accepted.
  invited_by uuid not null,
  mails int not null check (mails > 0),
  -- The work that sends the last of them.
  mail_job uuid not null,
  -- Who became a member by it.
  member_id uuid,
  answered_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by jsonb not null,
  primary key (organization_id, id),
  constraint invites_inviter_fkey foreign key (organization_id, invited_by) references members,
  constraint invites_member_fkey foreign key (organization_id, member_id) references members,
  -- A link that was used or taken back is no link any more.
  constraint invites_link check ((token_hash is not null) = (status = 'pending')),
  constraint invites_lifetime check (expires_at <= updated_at + interval '7 days')
);
-- The only index that does not begin with the organisation: a presented link names none.
create unique index invites_token on invites (token_hash);
-- One at a time for each address.
create unique index invites_pending_key on invites (organization_id, email) where status = 'pending';
create index invites_by_age on invites (organization_id, created_at, id);
select protect_tenant_table('invites');
revoke delete on invites from daybook_runtime;

-- Whoever presents a link may see its row, and nothing else.
create policy of_link on invites for select using (token_hash = current_credential());
