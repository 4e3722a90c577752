-- People, and how they prove who they are. Made before the team, whose module it uses: members are users.

create table users (
  id uuid primary key,
  email text not null check (length(email) <= 254),
  name text not null check (length(name) <= 255),
  password_hash text not null,
  -- The language that somebody chose to be written to in; null where nobody asked them.
  locale text,
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  totp_last_step bigint,
  recovery_hashes bytea[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_login_at timestamptz,
  -- When this person last signed out everywhere: connections that are older have ended.
  signed_out_at timestamptz
);
create unique index users_email_key on users (lower(email));
comment on table users is 'directory: one person works in many organisations';
grant select, insert, update on users to daybook_runtime;

-- What programs keep for somebody: theme, columns, what is pinned. Apart from the person, whose row every request of
-- theirs may lock or read. The 16 KB that a person may have are counted in JSON as it is sent; kept, it has spaces too.
create table user_preferences (
  user_id uuid primary key references users,
  preferences jsonb not null check (jsonb_typeof(preferences) = 'object' and length(preferences::text) <= 65536),
  updated_at timestamptz not null
);
comment on table user_preferences is 'directory: belong to users';
grant select, insert, update on user_preferences to daybook_runtime;

-- One row, taken by the first registration, so that of two at once exactly one founds the installation.
create table installation (
  only_row boolean primary key default true check (only_row),
  founded_at timestamptz
);
insert into installation default values;
comment on table installation is 'directory: it is founded once, however many servers it has';
grant select, update on installation to daybook_runtime;

create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  -- No foreign key: the organisation may lie on another server. Whoever signs in is looked up as its member, and no
  -- organisation is ever deleted.
  organization_id uuid not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  ip text,
  user_agent text,
  -- When the second factor was last given in a session after its sign-in: deeds that nobody takes back ask for it
  -- again.
  proven_at timestamptz,
  -- The organisation whose sign-in provider opened it, and beyond which it reaches nothing; null for a password or a
  -- passkey of the person.
  confined_to uuid,
  constraint sessions_confined check (confined_to = organization_id)
);
create index sessions_user on sessions (user_id) where revoked_at is null;
create index sessions_expiry on sessions (expires_at);
comment on table sessions is 'directory: a person is signed in, and changes from one organisation to another';
grant select, insert, update, delete on sessions to daybook_runtime;

create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);
comment on table refresh_tokens is 'directory: belong to sessions';
grant select, insert, update, delete on refresh_tokens to daybook_runtime;

-- Public keys with which devices sign somebody in; the private ones never leave the device. A key belongs to one person,
-- whoever else presents its id.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users,
  credential_id bytea not null check (length(credential_id) between 16 and 1023),
  public_key bytea not null check (length(public_key) <= 2048),
  -- Signatures that the device has counted. Many count none, and stay at zero.
  counter bigint not null check (counter >= 0),
  name text not null check (length(name) <= 100),
  -- How a browser reaches the device, such as usb or internal.
  transports text[] not null,
  -- Kept by an account of the maker too, and so on more than one device.
  synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create unique index passkeys_credential_key on passkeys (credential_id);
create index passkeys_user on passkeys (user_id);
comment on table passkeys is 'directory: belong to users';
grant select, insert, update, delete on passkeys to daybook_runtime;

-- Challenges that a passkey has answered, right or wrong, until they end by themselves. A challenge says by itself whose
-- it is and until when, sealed, so that asking for one writes nothing.
create table spent_challenges (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_challenges_expiry on spent_challenges (expires_at);
comment on table spent_challenges is 'directory: spent before it is known who calls';
grant select, insert, update, delete on spent_challenges to daybook_runtime;

create table password_resets (
  hash bytea primary key,
  user_id uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user on password_resets (user_id);
comment on table password_resets is 'directory: belong to users';
grant select, insert, update, delete on password_resets to daybook_runtime;

-- Attempts at a secret: sign-ins, codes, registrations. Counted by a hash of whom they aim at and where they come from,
-- before the secret is looked at, so that neither many at once nor many nodes give more of them.
create table attempts (
  key bytea primary key,
  count int not null,
  blocked_until timestamptz,
  last_at timestamptz not null
);
create index attempts_age on attempts (last_at);
comment on table attempts is 'directory: counted before it is known who calls';
grant select, insert, update, delete on attempts to daybook_runtime;

-- Private keys of access tokens, sealed with the service's secret; the public part is computed from it, so that a row
-- written by a stranger verifies nothing. A key past its retirement does not count any more.
create table signing_keys (
  id text primary key,
  sealed_private_key bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
comment on table signing_keys is 'directory: an access token is good on every node';
grant select, insert, update on signing_keys to daybook_runtime;
