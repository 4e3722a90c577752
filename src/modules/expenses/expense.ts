import { z } from 'zod';
import { event } from '../../operation/events.ts';
import { refusal } from '../../operation/errors.ts';
import {
  ActorStamp,
  Day,
  ForeignName,
  ForeignText,
  Id,
  Instant,
  Money,
  Percent,
  Quantity,
  recordFields,
} from '../../wire/index.ts';
import { EarlyDiscount, Warning } from '../sales/index.ts';

export const expenseStatuses = ['draft', 'submitted', 'approved', 'rejected', 'posted', 'voided'] as const;
export const expensePaymentStatuses = ['unpaid', 'partially_paid', 'paid', 'reimbursed'] as const;
export const expenseKinds = ['expense', 'credit_note'] as const;
export const payers = ['company', 'member'] as const;

const ExpenseTax = z.object({
  rate_id: Id('tax_rate'),
  name: z.string(),
  percentage: Percent,
  category: z.string(),
  kind: z.enum(['standard', 'reverse_charge']),
  base: Money,
  amount: Money,
  recoverable_percent: Percent,
  recoverable: Money,
});

export const ExpenseLine = z.object({
  id: Id('expense_line'),
  position: z.int(),
  category_id: Id('expense_category'),
  account_id: Id('account').nullable().describe('The account of the category when the expense was posted.'),
  description: ForeignText.nullable(),
  amount: Money.describe('As entered: including tax if `amounts_include_tax`.'),
  tax_rate_ids: z.array(Id('tax_rate')),
  taxes: z.array(ExpenseTax),
  net: Money,
  tax: Money,
  self_assessed_tax: Money.describe('Reverse-charge tax: owed to the tax authority, not to the supplier.'),
  recoverable_tax: Money,
  cost: Money.describe('Net amount plus non-recoverable tax.'),
  total: Money,
  variant_id: Id('variant').nullable().describe('Variant received into stock when the expense is posted.'),
  quantity: Quantity.nullable(),
  location_id: Id('location')
    .nullable()
    .describe('Location the goods are received at; null on a draft means the default location.'),
  billable: z.boolean(),
  client_id: Id('client').nullable(),
  markup_percent: Percent.nullable().describe('Markup charged to the client on top of the cost.'),
  invoiced_sale_id: Id('sale').nullable().describe('The sale that bills it to the client.'),
  dimension_value_ids: z.array(Id('dimension_value')),
});

export const ExpensePayment = z.object({
  id: Id('expense_payment'),
  kind: z.enum(['payment', 'early_discount']).describe('`early_discount`: settled by the discount, without money.'),
  discount_of: Id('expense_payment').nullable().describe('Discounts only: the payment that was early.'),
  supplier_payment_id: Id('supplier_payment').nullable().describe('The supplier payment it is part of.'),
  amount: Money,
  exchange_rate: z.string().describe('Exchange rate of the payment on its date, in base currency per unit.'),
  rate_source: z.string().nullable(),
  rate_date: Day.nullable(),
  base_amount: Money.describe('Carrying amount of what it pays in the base currency, at the rate of the expense.'),
  fx_gain_loss: Money.describe('Exchange gain at the rate of the payment; negative for a loss.'),
  method_id: Id('payment_method').nullable().describe('Null for supplier credit notes and early-payment discounts.'),
  account_id: Id('account'),
  payment_date: Day,
  reference: ForeignName.nullable(),
  status: z.enum(['completed', 'voided']),
  voided_on: Day.nullable(),
  void_reason: z.string().nullable(),
  created_at: Instant,
  created_by: ActorStamp,
});

export const Expense = z.object({
  id: Id('expense'),
  organization_id: Id('organization'),
  kind: z.enum(expenseKinds).describe('A `credit_note` reduces spending; its amounts are positive too.'),
  number: z.string().nullable(),
  status: z.enum(expenseStatuses),
  payment_status: z.enum(expensePaymentStatuses),
  expense_date: Day,
  due_date: Day,
  supplier_id: Id('client').nullable(),
  payee_name: ForeignName.nullable(),
  supplier_invoice_number: z.string().nullable(),
  currency: z.string(),
  base_currency: z.string(),
  exchange_rate: z.string().describe('Exchange rate: base currency per unit.'),
  rate_source: z.string().nullable().describe('`given`, or the source in the rate table; null in the base currency.'),
  rate_date: Day.nullable(),
  amounts_include_tax: z.boolean(),
  tax_rounding: z.enum(['per_document', 'per_line']),
  paid_by: z.enum(payers),
  member_id: Id('member').nullable().describe('The member who paid and is to be reimbursed.'),
  method_id: Id('payment_method').nullable().describe('Payment method used when it is posted; null if payable.'),
  paid_on: Day.nullable(),
  reference: ForeignName.nullable(),
  lines: z.array(ExpenseLine),
  totals: z.object({
    net: Money,
    tax: Money,
    self_assessed_tax: Money,
    recoverable_tax: Money,
    cost: Money,
    total: Money,
    taxes: z.array(ExpenseTax),
  }),
  total: Money,
  base_total: Money.describe('Total in the base currency.'),
  amount_paid: Money.describe('With the early-payment discounts taken.'),
  amount_due: Money,
  early_discounts: z
    .array(EarlyDiscount)
    .describe(
      'Early-payment discounts, shortest period first: the discount on the amount due and what is left to pay.',
    ),
  base_amount_due: Money.describe('Balance due at its carrying amount in the base currency.'),
  is_overdue: z.boolean(),
  payments: z.array(ExpensePayment),
  supplier_payment_id: Id('supplier_payment')
    .nullable()
    .describe('The supplier credit created when a credit note was posted.'),
  receipt_file_ids: z.array(Id('file')),
  notes: ForeignText.nullable(),
  submitted_at: Instant.nullable(),
  submitted_by: ActorStamp.nullable(),
  approved_at: Instant.nullable(),
  approved_by: ActorStamp.nullable(),
  rejected_at: Instant.nullable(),
  reject_reason: z.string().nullable(),
  posted_at: Instant.nullable(),
  voided_at: Instant.nullable(),
  voided_on: Day.nullable(),
  void_reason: z.string().nullable(),
  recurring_id: Id('recurring_expense').nullable(),
  occurrence_date: Day.nullable(),
  ...recordFields,
});
export type ExpenseRecord = z.output<typeof Expense>;

/** Another expense that may be the same. */
export const ExpenseCandidate = Expense.pick({
  id: true,
  number: true,
  status: true,
  expense_date: true,
  currency: true,
  total: true,
});
const ExpenseWarning = Warning.extend({
  candidates: z.array(ExpenseCandidate).describe('Possible duplicates.'),
});
export const ExpenseWithWarnings = Expense.extend({ warnings: z.array(ExpenseWarning) });
export type ExpenseWarning = z.output<typeof ExpenseWarning>;

/** Event payload: the facts without the lines and without personal data; read the expense for more. */
const ExpenseFacts = Expense.pick({
  id: true,
  kind: true,
  number: true,
  status: true,
  payment_status: true,
  expense_date: true,
  due_date: true,
  supplier_id: true,
  currency: true,
  total: true,
  amount_paid: true,
  amount_due: true,
  paid_by: true,
  member_id: true,
  external_id: true,
  version: true,
});
const PaymentNotice = ExpensePayment.pick({
  id: true,
  amount: true,
  method_id: true,
  payment_date: true,
  status: true,
});

const toSpender = { called: 'number', to: 'named', names: 'member_id', others: true } as const;

export const expenseCreated = event('expense.created', ExpenseFacts);
export const expenseUpdated = event('expense.updated', ExpenseFacts);
export const expenseDeleted = event('expense.deleted', ExpenseFacts);
export const expenseSubmitted = event('expense.submitted', ExpenseFacts, {
  title: 'Expense awaiting approval',
  called: 'number',
  needs: 'expenses:approve',
  others: true,
});
export const expenseApproved = event('expense.approved', ExpenseFacts, {
  title: 'Your expense was approved',
  ...toSpender,
});
export const expenseRejected = event('expense.rejected', ExpenseFacts, {
  title: 'Your expense was rejected',
  ...toSpender,
});
export const expensePosted = event('expense.posted', ExpenseFacts);
export const expenseVoided = event('expense.voided', ExpenseFacts);
export const expensePaid = event('expense.paid', ExpenseFacts.extend({ payment: PaymentNotice }));
export const expensePaymentVoided = event('expense.payment_voided', ExpenseFacts.extend({ payment: PaymentNotice }));

export const expenseExternalIdTaken = refusal(
  'expense_external_id_taken',
  409,
  'Another expense has that external_id.',
  'List expenses with that `external_id` to find it.',
  ['expenses_external_id_key'],
);
export const duplicateExpense = refusal(
  'duplicate_expense',
  409,
  'That supplier invoice is already recorded.',
  'Use the expense in `candidates`, or send `allow_duplicate: true` if it is a different one.',
  ['expenses_supplier_invoice_key'],
);
export const expensePaymentsRemain = refusal(
  'expense_payments_remain',
  409,
  'The expense has payments.',
  'Void its payments first with void_expense_payment, or void_supplier_payment if part of a supplier payment.',
);
export const expenseInvoiced = refusal(
  'expense_invoiced',
  409,
  'The expense has been billed to a client.',
  'Delete the draft sale, or void the sale, named in `sale_ids`; its lines can then be changed.',
);
export const expenseIsAsset = refusal(
  'expense_is_asset',
  409,
  'A line of the expense is registered as an asset.',
  'Void the `asset` first with void_asset.',
  ['expenses_asset_remains'],
);
export const notASupplier = refusal(
  'not_a_supplier',
  422,
  'That client is not a supplier.',
  'Add `supplier` to the roles of the client, or send a `payee_name` instead.',
);
export const supplierNotActive = refusal(
  'supplier_not_active',
  409,
  'The supplier is archived or merged and cannot have new expenses.',
  'Restore the client, or use the client it was merged into.',
  // Deleted between reading it and spending at it.
  ['expenses_supplier_fkey'],
);
export const variantNotBought = refusal(
  'variant_not_bought',
  409,
  'The variant is not for purchase.',
  'Restore it, set `is_purchased` of its product, or send the line without the variant.',
  // Deleted between reading it and buying it.
  ['expense_lines_variant_fkey'],
);
export const categoryArchived = refusal(
  'expense_category_archived',
  409,
  'The expense category is archived.',
  'Use another category, or restore this one with restore_expense_category.',
);
