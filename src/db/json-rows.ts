/**
 * Rows for `json_populate_recordset`, as JSON. It has no integers beyond 2^53; PostgreSQL reads them from text.
 */
export function jsonRows(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
