import { type AgeLimits, ageNames } from '../../../core/ageing.ts';
import type { Money } from '../../../core/money.ts';
import type { Cell } from '../../ledger/index.ts';
import { type Table, table } from '../printing/report-table.ts';

type Sums = {
  readonly ages: Readonly<Record<string, Money>>;
  readonly total: Money;
  readonly credit: Money;
};

/** Name, number of debts, and their sums. */
export type AgingRow = readonly [string, number, Sums];

/** Debts by age as a table, whose first columns are named by the caller. */
export function agingTable(
  name: string,
  [who, counted]: readonly [string, string],
  { rows, limits }: { readonly rows: readonly AgingRow[]; readonly limits: AgeLimits },
): Table {
  return table(
    name,
    [who, counted, ...ageNames(limits), 'total', 'credit'],
    rows.map(([whose, count, { ages, total, credit }]): Cell[] => [
      whose,
      count,
      ...ageNames(limits).map((age) => ages[age] ?? null),
      total,
      credit,
    ]),
  );
}
