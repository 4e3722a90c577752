import { filled } from '../messages/index.ts';
import type { LayoutContext } from './layout-context.ts';
import { fact } from './lay-out-head.ts';
import type { RowModel, SectionModel, TableModel } from './page-model.ts';
import type { AgeingBucket } from './statement-facts.ts';

/** Entries of an account, with the balance after each. */
export function statementTable({ facts, labels, format }: LayoutContext): TableModel[] {
  const { statement } = facts;
  if (statement === null) return [];
  const amount = (minor: bigint): string => (minor === 0n ? '' : format.amount(minor));
  const dayOf = (day: string | null): string => (day === null ? '' : format.day(day));
  const row = (cells: readonly string[], balance: bigint, quiet: boolean): RowModel => ({
    section: null,
    details: [],
    quiet,
    carried: format.amount(balance),
    cells: [...cells, format.amount(balance)],
  });
  const { opening } = statement;
  const first = opening === null ? [] : [row([format.day(statement.from), labels.opening, '', ''], opening, true)];
  const entries = statement.entries.map(({ day, type, number, description, due, charge, credit, balance }) => ({
    ...row([dayOf(day), '', amount(charge), amount(credit)], balance, false),
    cells: [
      dayOf(day),
      titled(type === 'sale' ? labels.sale : labels.entry[type], number),
      amount(charge),
      amount(credit),
      format.amount(balance),
    ],
    details: [description, due === null ? null : `${labels.due} ${format.day(due)}`].filter((text) => text !== null),
  }));
  return [
    {
      type: 'table',
      columns: [
        { key: 'date', label: labels.date, kind: 'text' },
        { key: 'document', label: labels.document, kind: 'item' },
        { key: 'charges', label: labels.charges, kind: 'number' },
        { key: 'credits', label: labels.credits, kind: 'number' },
        { key: 'balance', label: labels.balance, kind: 'amount' },
      ],
      rows: [...first, ...entries],
      carried: { forward: labels.carriedForward, brought: labels.broughtForward },
    },
  ];
}

function titled(name: string, number: string | null): string {
  return number === null ? name : `${name} ${number}`;
}

export function ageingOf({ facts, labels, format }: LayoutContext): SectionModel[] {
  const { statement } = facts;
  if (statement === null) return [];
  const names: Readonly<Record<AgeingBucket, string>> = {
    current: labels.current,
    days_1_30: filled(labels.days, { from: '1', to: '30' }),
    days_31_60: filled(labels.days, { from: '31', to: '60' }),
    days_61_90: filled(labels.days, { from: '61', to: '90' }),
    over_90_days: filled(labels.overDays, { from: '90' }),
    credit: labels.credits,
  };
  const buckets = statement.ageing.map(({ bucket, amount }) => fact(names[bucket], format.money(amount), { id: true }));
  const closing = { label: labels.closing, value: format.money(statement.closing), kind: 'grand' } as const;
  const shown = buckets.filter((bucket) => bucket !== undefined);
  return [
    { type: 'totals', rows: [closing], notes: [] },
    ...(shown.length === 0 ? [] : [{ type: 'ageing', heading: labels.ageing, buckets: shown } as const]),
  ];
}
