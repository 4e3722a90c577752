-- When the second factor was last given in a session after its sign-in: deeds that nobody takes back ask for it again.
alter table sessions add column proven_at timestamptz;
