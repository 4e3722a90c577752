import { z } from 'zod';
import { type Money as CoreMoney, money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { refusal } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { ForeignName, ForeignText, Id, Money, Percent, Quantity, Version } from '../../../wire/index.ts';
import { baseOf } from '../../exchange/index.ts';
import {
  progressFields,
  recurringEvents,
  type RecurringKind,
  type RecurringRow,
  rhythmFields,
  statusField,
} from '../../recurring/index.ts';
import { payers } from '../expense.ts';

export const recurringModes = ['draft', 'post'] as const;

const Template = z.object({
  supplier_id: Id('client').nullable(),
  payee_name: ForeignName.nullable(),
  currency: z.string().describe('Each expense uses the exchange rate of its own date.'),
  amounts_include_tax: z.boolean(),
  lines: z.array(
    z.object({
      category_id: Id('expense_category'),
      description: z.string().nullable(),
      amount: Money,
      tax_rate_ids: z.array(Id('tax_rate')).nullable().describe('Null: the tax rate of the category on that date.'),
      variant_id: Id('variant').nullable(),
      quantity: Quantity.nullable(),
      location_id: Id('location').nullable(),
      client_id: Id('client').nullable(),
      billable: z.boolean(),
      markup_percent: Percent.nullable(),
      dimension_value_ids: z.array(Id('dimension_value')),
    }),
  ),
  paid_by: z.enum(payers),
  member_id: Id('member').nullable(),
  method_id: Id('payment_method').nullable(),
  reference: ForeignName.nullable(),
  notes: ForeignText.nullable(),
  tags: z.array(z.string()),
});

export const RecurringExpense = z.object({
  id: Id('recurring_expense'),
  organization_id: Id('organization'),
  name: z.string(),
  ...statusField,
  mode: z.enum(recurringModes),
  ...rhythmFields,
  template: Template,
  ...progressFields,
});
export type RecurringRecord = z.output<typeof RecurringExpense>;
type TemplateRecord = RecurringRecord['template'];

/** Template of recurring expenses, as JSON: amounts are digits in minor units, since a JSON number holds no bigint. */
export type StoredTemplate = Omit<TemplateRecord, 'lines' | 'currency'> & {
  /** Absent from templates of before there were other currencies than the base one. */
  readonly currency?: string;
  readonly lines: readonly StoredTemplateLine[];
};

type Goods = 'variant_id' | 'quantity' | 'location_id';
/** Templates of before there were markups and goods lack those. */
type StoredTemplateLine = Omit<TemplateRecord['lines'][number], 'amount' | 'markup_percent' | Goods> & {
  readonly amount: string;
  readonly markup_percent?: string | null;
  readonly variant_id?: string | null;
  readonly quantity?: string | null;
  readonly location_id?: string | null;
};

/** A row of `recurring_expenses`. */
export type RecurringExpenseRow = RecurringRow & {
  readonly mode: RecurringRecord['mode'];
  readonly template: StoredTemplate;
};

export const RecurringAtVersion = z.strictObject({ id: Id('recurring_expense'), version: Version.optional() });

export const recurringExternalIdTaken = refusal(
  'recurring_expense_external_id_taken',
  409,
  'Another recurring expense has that external_id.',
  'List recurring expenses with that `external_id` to find it.',
  ['recurring_expenses_external_id_key'],
);

export function recurringRecord(context: Context, row: RecurringExpenseRow): RecurringRecord {
  const currency = currencyOf(context, row);
  const amountOf = (minor: string): CoreMoney => money(BigInt(minor), currency);
  const lines = row.template.lines.map((line) => ({
    ...line,
    amount: amountOf(line.amount),
    markup_percent: markupOf(line),
    ...goodsOf(line),
  }));
  return {
    ...row,
    organization_id: context.organization,
    interval: row.every,
    template: { ...row.template, currency, lines },
  };
}

/** Currency of the expenses of a schedule. */
export function currencyOf(context: Context, { template }: Pick<RecurringExpenseRow, 'template'>): string {
  return template.currency ?? baseOf(context);
}

export function markupOf({ markup_percent: markup }: { readonly markup_percent?: string | null }): bigint | null {
  return markup === undefined || markup === null ? null : BigInt(markup);
}

export function goodsOf(line: Pick<StoredTemplateLine, Goods>) {
  const { variant_id: variant, quantity, location_id: location } = line;
  return {
    variant_id: variant ?? null,
    quantity: quantity === undefined || quantity === null ? null : BigInt(quantity),
    location_id: location ?? null,
  };
}

const wireRecurring = encoderOf(RecurringExpense);

export const recurringExpenses: RecurringKind<RecurringExpenseRow> = {
  name: 'recurring_expense',
  table: sql`recurring_expenses`,
  events: recurringEvents('recurring_expense'),
  subject: { columns: sql`template`, stored: ({ template }) => sql`${JSON.stringify(template)}` },
  keepBefore: (context, row) => context.before(wireRecurring(recurringRecord(context, row))),
};
