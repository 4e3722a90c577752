-- Whoever adds a client is told of others with the same telephone number.
create index clients_phone on clients (organization_id, phone_normalized) where phone_normalized is not null;
