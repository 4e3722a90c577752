import type { RecordFault, Values } from './import-record.ts';

type Of = { readonly rows: readonly Values[]; readonly fields: readonly string[]; readonly what: string };

/** Fields of a whole record may be in any of its rows, but must agree. */
export function disagreement({ rows, fields, what }: Of): RecordFault | undefined {
  for (const field of fields) {
    const [one, other] = new Set(rows.flatMap((values) => values[field] ?? []));
    if (other === undefined) continue;
    const message = `One row of the ${what} says "${one}" and another "${other}".`;
    return { field, code: 'rows_disagree', message };
  }
  return undefined;
}
