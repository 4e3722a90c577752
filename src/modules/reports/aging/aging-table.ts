import { type AgeLimits, ageNames } from '../../../core/ageing.ts';
import type { Money } from '../../../core/money.ts';
import { take, type Table, table } from '../printing/report-table.ts';

type Sums = {
  readonly ages: Readonly<Record<string, Money>>;
  readonly total: Money;
  readonly credit: Money;
};

/** Rows of an ageing, its totals, and these in each currency where there are several. */
type Aged<Row, Counted extends string> = {
  readonly rows: readonly Row[];
  readonly totals: Sums &
    Record<Counted, number> & {
      readonly currencies: readonly (Sums & Record<Counted, number> & { readonly currency: string })[];
    };
  readonly limits: AgeLimits;
};

/** Debts by age as a table, whose first columns are the fields that say who, and how many. Totals come last. */
export function agingTable<Who extends string, Counted extends string>(
  name: string,
  [who, counted]: readonly [Who, Counted],
  { rows, totals, limits }: Aged<Sums & Record<Who, string> & Record<Counted, number>, Counted>,
): Table {
  const cells = (whose: string, sums: Sums & Record<Counted, number>) => {
    return { [who]: whose, [counted]: sums[counted], ...sums.ages, ...take(sums, ['total', 'credit']) };
  };
  return table(name, [who, counted, ...ageNames(limits), 'total', 'credit'], (row) => [
    ...rows.map((one) => row(cells(one[who], one))),
    row(cells('total', totals)),
    ...totals.currencies.map((own) => row(cells(`total ${own.currency}`, own))),
  ]);
}
