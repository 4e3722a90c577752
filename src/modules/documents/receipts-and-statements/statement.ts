import { z } from 'zod';
import { type Money as CoreMoney, money } from '../../../core/money.ts';
import { Id } from '../../../wire/index.ts';
import { Statement as Report } from '../../reports/index.ts';

const Row = Report.shape.rows.element.omit({ entry_id: true }).extend({
  document_id: Id('document').nullable().describe('Its invoice, credit note or debit note.'),
  document_type: z.enum(['invoice', 'deposit_invoice', 'debit_note', 'credit_note']).nullable(),
  document_number: z.string().nullable(),
});

/** Content of a statement: the report of that day, with the documents that the client knows. */
export const Statement = Report.pick({
  type: true,
  period: true,
  other_currencies: true,
  opening: true,
  closing: true,
  ageing: true,
}).extend({
  rows: z.array(Row).nullable().describe('Null in lists: get the document to read them.'),
});
type Statement = z.output<typeof Statement>;
type Row = z.output<typeof Row>;

type Digits<Part> = { readonly [Field in keyof Part]: CoreMoney extends Part[Field] ? string : Part[Field] };

/** The same as JSON keeps it: amounts are digits of minor units. */
export type KeptStatement = Pick<Statement, 'type' | 'period' | 'other_currencies'> & {
  readonly opening: string;
  readonly closing: string;
  readonly ageing: Digits<Statement['ageing']>;
  /** Left out where many are listed. */
  readonly rows?: readonly Digits<Row>[] | undefined;
};

export function statementRecord({ rows, ageing, ...kept }: KeptStatement, currency: string): Statement {
  const amount = (digits: string) => money(BigInt(digits), currency);
  return {
    ...kept,
    opening: amount(kept.opening),
    closing: amount(kept.closing),
    ageing: {
      current: amount(ageing.current),
      days_1_30: amount(ageing.days_1_30),
      days_31_60: amount(ageing.days_31_60),
      days_61_90: amount(ageing.days_61_90),
      over_90_days: amount(ageing.over_90_days),
      credit: amount(ageing.credit),
    },
    rows: rows?.map((row) => ({ ...row, amount: amount(row.amount), balance: amount(row.balance) })) ?? null,
  };
}
