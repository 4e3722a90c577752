/** Names are compared with those that begin with the same letters, as many as these at most. */
const lettersCompared = 4;
export const comparedMax = 200;

/** The letters that a name begins with. */
export function startOf(nameKey: string): string {
  return nameKey.slice(0, lettersCompared);
}

type Named = { readonly id: string; readonly name_key: string; readonly name_rank: number };

/** Of records that are made side by side, those that each has before it: neither itself nor what comes later. */
export function rowsBefore<Row extends Named>(rows: readonly Row[], made: readonly { readonly id: string }[]): Row[][] {
  const later = new Set(made.map(({ id }) => id));
  return made.map(({ id }) => {
    const before = rows.filter((row) => !later.has(row.id));
    later.delete(id);
    return before;
  });
}

/** Those among rows that a name with this beginning is compared with: the first, in the order of their names. */
export function rowsCompared<Row extends Named>(rows: readonly Row[], start: string): Row[] {
  const named = rows.filter((row) => row.name_key.startsWith(start));
  return named.toSorted((one, other) => one.name_rank - other.name_rank).slice(0, comparedMax);
}
