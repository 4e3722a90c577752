/**
 * What our statements take for granted of a connection, whatever a server, a database or a user has as its default:
 * days and instants come as texts in one form, who waited for a lock sees what its holder wrote, and all tables are in
 * one schema.
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
