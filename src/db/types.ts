import pg from 'pg';

const int8 = 20;
const timestamptz = 1184;
/** date, timestamp, numeric: ours to read, and dates cost pg half a list's rate. */
const asText = new Set([1082, 1114, 1700]);

/** PostgreSQL text to the values the domain holds: bigint for int8, RFC 3339 for instants, text for days. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return BigInt;
    if (oid === timestamptz) return instantFrom;
    if (asText.has(oid)) return String;
    // Any oid may come; the enum names those that pg knows by name.
    // oxlint-disable-next-line typescript/no-unsafe-enum-assignment
    const known = oid as Parameters<typeof pg.types.getTypeParser>[0];
    return format === undefined ? pg.types.getTypeParser(known) : pg.types.getTypeParser(known, format);
  },
};

/** `2026-03-01 12:00:00.123456+00` → `2026-03-01T12:00:00.123Z`. Connections speak UTC. */
function instantFrom(text: string): string {
  const fraction = text.indexOf('.');
  const milliseconds =
    fraction === -1
      ? '000'
      : text
          .slice(fraction + 1, text.indexOf('+'))
          .slice(0, 3)
          .padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}
