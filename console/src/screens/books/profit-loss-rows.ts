import type { Figure, ProfitLoss, StatementLine } from '../../api/types.ts';
import { named, words } from '../../words/index.ts';
import type { Laid, Line } from './report-line.ts';
import { classOfLaid } from './report-rows.ts';

/** A row of profit and loss: a heading without a figure, an account or line, or a sum. */
export type ResultRow = Pick<Line, 'id' | 'name' | 'code' | 'drill' | 'laid'> & {
  readonly rank: string;
  readonly figure?: Omit<Figure, 'amount'> & { readonly amount: string };
};

/** After which section which sum is drawn. */
const sums: Readonly<Record<string, string>> = {
  cost_of_sales: 'gross_profit',
  operating_expenses: 'operating_profit',
};
const sections = ['revenue', 'cost_of_sales', 'operating_expenses', 'other_income', 'other_expenses'] as const;

export function resultRows({ rows, totals, statement }: ProfitLoss): readonly ResultRow[] {
  if (statement !== undefined) return statement.lines.map(laidOutRow);
  const w = words.value;
  const total = (name: string, rank = 'total'): ResultRow[] => {
    const figure = totals[name];
    return figure === undefined ? [] : [{ id: name, name: named(w.totals, name), rank, figure }];
  };
  const ofSections = sections.flatMap((section): ResultRow[] => {
    const own = rows.filter((one) => one.section === section);
    const sum = sums[section];
    return [
      ...(own.length > 0 ? [{ id: section, name: w.sections[section], rank: 'section' }] : []),
      ...own.map((row) => ({
        id: row.account_id,
        name: row.name,
        code: row.code,
        drill: row.account_id,
        rank: '',
        figure: row,
      })),
      ...(sum === undefined ? [] : total(sum)),
    ];
  });
  return [...ofSections, ...total('net_profit', 'total last')];
}

function laidOutRow({ key, kind, level, code, title, accounts, amount, ...figure }: StatementLine): ResultRow {
  const laid: Laid = { kind, level, accounts };
  const row = { id: `${kind} ${key}`, name: [code, title].filter(Boolean).join(' '), rank: classOfLaid(laid), laid };
  return amount === null ? row : { ...row, drill: key, figure: { ...figure, amount } };
}
