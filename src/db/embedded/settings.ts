/** Written once into the cluster; an operator may change it, and the next start obeys. */
export const serverSettings = `# Daybook's PostgreSQL. Written when the database was made and never again:
# change it and restart Daybook. The address, and for tests fsync, are given on the command line and win over this file.

# Durability: what was answered survives a power cut. Never turn these off where money is kept.
fsync = on
full_page_writes = on
synchronous_commit = on

# A small machine, many short statements.
max_connections = 100
shared_buffers = 128MB
work_mem = 8MB
maintenance_work_mem = 64MB
effective_cache_size = 512MB
random_page_cost = 1.1
max_wal_size = 512MB
min_wal_size = 80MB
jit = off
# Two cores serve two requests better than one, and containers give little of the shared memory this needs.
max_parallel_workers_per_gather = 0
max_parallel_maintenance_workers = 0
max_logical_replication_workers = 0

# A new business grows from nothing in a minute. Until its tables are counted, plans are made as if they were empty, and
# kept: a sale then read every entry there is.
autovacuum_naptime = 10s

password_encryption = 'scram-sha-256'
timezone = 'UTC'
log_timezone = 'UTC'
datestyle = 'iso, ymd'
lc_messages = 'C'
lc_monetary = 'C'
lc_numeric = 'C'
lc_time = 'C'
default_text_search_config = 'pg_catalog.simple'

# The log names errors, not the data in them: statements and details may hold what people entrusted to us.
log_min_messages = warning
log_min_error_statement = panic
log_error_verbosity = terse
log_checkpoints = off
log_line_prefix = '%m [%p] %q%u '
`;

/** Connections: the owner for migrations, the service to its own database. A password always. */
export const accessRules = `# Written when the database was made.
local  all      daybook_owner                  scram-sha-256
local  daybook  daybook_runtime                scram-sha-256
host   all      daybook_owner    127.0.0.1/32  scram-sha-256
host   daybook  daybook_runtime  127.0.0.1/32  scram-sha-256
`;
