import pg from 'pg';

/**
 * Defaults of a server, a database or a user would else decide in which form days and instants come, whether who waited
 * for a lock sees what its holder wrote, and in which schema tables are.
 */
const settings = {
  timezone: 'UTC',
  datestyle: 'ISO',
  default_transaction_isolation: 'read committed',
  search_path: 'public',
  // To compile a statement takes longer than it runs, and the costs of one that is planned once are coarse.
  jit: 'off',
};

/** The `options` of each connection; `role`: assumed at connect. */
export function sessionOptions(role?: string): string {
  const all = Object.entries({ ...settings, ...(role === undefined ? {} : { role }) });
  return all.map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`).join(' ');
}

/** A connection for itself, as the user of the address. */
export function openConnection(connectionString: string): pg.Client {
  return new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, options: sessionOptions() });
}
