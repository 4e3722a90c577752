import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { clientMeant, dayRange, filter } from '../../../operation/filter.ts';
import { dayKey, listOf, numberKey, Page, page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Currency, Day, ForeignName, Id, Money } from '../../../wire/index.ts';
import { type Bill, billColumns, dayToPay, savingFrom } from './bill-to-pay.ts';

const BillToPay = z.object({
  id: Id('expense').describe('The bill.'),
  number: z.string(),
  supplier_id: Id('client'),
  supplier_name: ForeignName.nullable(),
  supplier_invoice_number: ForeignName.nullable(),
  expense_date: Day,
  due_date: Day,
  is_overdue: z.boolean(),
  currency: z.string(),
  amount_due: Money,
  pay_by: Day.describe('The last day on which banks move money until it is due; today if it is overdue.'),
  discount: z
    .object({ amount: Money, until: Day, pay_by: Day.describe('The last day to send the money.') })
    .nullable()
    .describe('The best early-payment discount that can still be reached.'),
  iban: z.string().nullable().describe('Of the supplier; a payment file needs one.'),
  scheduled: Money.describe('What leaves for it by scheduled payments that are not paid yet.'),
  scheduled_payment_id: Id('scheduled_payment').nullable().describe('The first of them.'),
  pay_on: Day.nullable().describe('Its day.'),
});

const list = listOf({
  name: 'bills_to_pay',
  row: BillToPay,
  id: sql`bill.id`,
  sorts: {
    due_date: dayKey(sql`bill.due_date`),
    expense_date: dayKey(sql`bill.expense_date`),
    amount_due: numberKey(sql`bill.due`),
  },
  defaultSort: 'due_date',
  filters: {
    supplier_id: filter(Id('client'), (id) => sql`bill.supplier_id = ${clientMeant(id)}`),
    currency: filter(Currency, (currency) => sql`bill.currency = ${currency}`),
    due_date: dayRange(sql`bill.due_date`),
    is_scheduled: filter(z.boolean(), (is) => sql`(plan.id is not null) = ${is}`),
    has_iban: filter(z.boolean(), (has) => sql`(account.iban is not null) = ${has}`),
  },
});

type Row = Bill & {
  readonly iban: string | null;
  readonly scheduled: bigint;
  readonly scheduled_payment_id: string | null;
  readonly pay_on: string | null;
};

export const listBillsToPay = operation({
  name: 'list_bills_to_pay',
  summary: 'List open supplier bills to pay, with due date and what a discount would save by when.',
  guidance: 'For this week: due_date with `lte`. Then schedule_payments.',
  http: 'GET /bills-to-pay',
  effect: 'read',
  permission: 'bank:read',
  mcp: 'action',
  input: list.input,
  output: Page(BillToPay),
  async run(context, input) {
    const found = await page<Row>(context, list, input, {
      select: sql`${billColumns}, account.iban, plan.id as scheduled_payment_id, plan.pay_on,
        coalesce((select sum(coalesce(other.fixed_amount, other.amount, bill.due))
          from scheduled_payments as other
          where other.organization_id = bill.organization_id and other.expense_id = bill.id
            and other.status in ('planned', 'in_file')), 0)::bigint as scheduled`,
      from: sql`payable_bills as bill
        left join current_supplier_accounts as account on account.organization_id = bill.organization_id
          and account.supplier_id = bill.supplier_id
        left join lateral (select own.id, own.pay_on from scheduled_payments as own
          where own.organization_id = bill.organization_id and own.expense_id = bill.id
            and own.status in ('planned', 'in_file') order by own.pay_on, own.id limit 1) as plan on true`,
      where: sql`bill.organization_id = ${context.organization} and bill.status = 'posted' and bill.due > 0
        and bill.supplier_id is not null`,
    });
    return { ...found, data: found.data.map((row) => billRecord(row, context.today)) };
  },
});

function billRecord(row: Row, today: string): z.output<typeof BillToPay> {
  const { due, early_discounts: _, payee_name: name, supplier_id: supplier, status: __, ...bill } = row;
  const inCurrency = (minor: bigint) => money(minor, bill.currency);
  const saving = savingFrom(row, today);
  return {
    ...bill,
    // The list has none without.
    supplier_id: supplier ?? '',
    supplier_name: name,
    is_overdue: row.due_date < today,
    amount_due: inCurrency(due),
    pay_by: dayToPay(row, 'due_date', today) ?? today,
    discount:
      saving === undefined ? null : { amount: inCurrency(saving.discount), until: saving.until, pay_by: saving.pay_by },
    scheduled: inCurrency(row.scheduled),
  };
}
