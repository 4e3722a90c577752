import type { StatementEntry, StatementFacts } from '../../../render/statement-facts.ts';
import type { KeptStatement } from './statement.ts';

type Row = NonNullable<KeptStatement['rows']>[number];

/** Facts of a statement of account. Memos of the books are for colleagues. */
export function statementFacts({ type, period, rows = [], ageing, ...kept }: KeptStatement): StatementFacts {
  const credit = BigInt(ageing.credit);
  return {
    from: period.from,
    to: period.to,
    opening: type === 'outstanding_only' ? null : BigInt(kept.opening),
    closing: BigInt(kept.closing),
    entries: rows.map(entryOf),
    ageing: [
      ...ages.map((bucket) => ({ bucket, amount: BigInt(ageing[bucket]) })),
      ...(credit === 0n ? [] : [{ bucket: 'credit' as const, amount: -credit }]),
    ],
  };
}

const ages = ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90_days'] as const;

function entryOf({
  date,
  kind,
  number,
  document_number,
  document_type,
  due_date,
  amount,
  balance,
}: Row): StatementEntry {
  const minor = BigInt(amount);
  return {
    day: date,
    type: paperOf(document_type) ?? types[kind],
    number: document_number ?? number,
    description: null,
    due: due_date,
    balance: BigInt(balance),
    charge: minor > 0n ? minor : 0n,
    credit: minor < 0n ? -minor : 0n,
  };
}

const types: Readonly<Record<Row['kind'], StatementEntry['type']>> = {
  sale: 'sale',
  return: 'refund',
  payment: 'payment',
  refund: 'refund',
  write_off: 'write_off',
  discount: 'discount',
  reversal: 'other',
  credit: 'payment',
  other: 'other',
};

/** Entries that the client knows by a document. */
const papers = ['invoice', 'deposit_invoice', 'debit_note', 'credit_note'] as const;

function paperOf(type: string | null): StatementEntry['type'] | undefined {
  return papers.find((paper) => paper === type);
}
