import { z } from 'zod';
import { sum } from '../../core/list.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Day, Id, Notes, recordInput, Text } from '../../wire/index.ts';
import { loadClients } from '../clients/index.ts';
import { accountsByRole, post } from '../ledger/index.ts';
import {
  amountExceedsDue,
  methodArchived,
  methodOf,
  methodsOf,
  paymentDay,
  type PaymentMethodRecord,
} from '../payments/index.ts';
import { ambiguousName, fault, missing } from '../sales/index.ts';
import { expensePaid } from './expense.ts';
import { withNames } from './expense-names.ts';
import { factsOf, paymentRecord } from './expense-record.ts';
import { planPayment, type PlannedPayment } from './post-planned.ts';
import { insertPayments } from './store.ts';
import { type ExpenseShare, lockOwed, sharesOf, supplierAllocationInput, supplierOf } from './supplier-allocations.ts';
import {
  nothingOwed,
  SupplierPayment,
  supplierPaymentCompleted,
  supplierPaymentExternalIdTaken,
  supplierPaymentRecord,
  type SupplierPaymentRow,
  supplierMismatch,
} from './supplier-payment.ts';
import { changePaid, insertSupplierPayment } from './supplier-payment-store.ts';

const Input = z.strictObject({
  supplier_id: Id('client').optional().describe('Default: whose expenses it pays.'),
  supplier: Text(255).optional().describe('Exact number or name of the supplier instead of `supplier_id`.'),
  ...supplierAllocationInput,
  method_id: Id('payment_method').optional(),
  method: Text(100).optional().describe('Name or kind of the method instead of `method_id`, such as "Cash".'),
  payment_date: Day.optional().describe('Default: today.'),
  reference: Text(255).nullable().optional(),
  notes: Notes.nullable().optional(),
  ...recordInput,
});

export const createSupplierPayment = operation({
  name: 'create_supplier_payment',
  summary: 'Pays several posted expenses of one supplier at once, and which of them get how much.',
  guidance: 'Without `allocations` it pays what is due first; without `amount` too, all that is owed to the supplier.',
  http: 'POST /supplier-payments',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  input: Input,
  output: SupplierPayment,
  refuses: [
    validationFailed,
    notFound,
    ambiguousName,
    methodArchived,
    invalidStateTransition,
    amountExceedsDue,
    nothingOwed,
    supplierMismatch,
    supplierPaymentExternalIdTaken,
  ],
  emits: [supplierPaymentCompleted, expensePaid],
  async run(context, named) {
    const input = await withNames(context, named);
    const { supplier_id: supplierId } = input;
    const [methods, accounts, clients, owed] = await Promise.all([
      methodsOf(context),
      accountsByRole(context),
      supplierId === undefined ? undefined : loadClients(context, [supplierId]),
      lockOwed(context, input, supplierId),
    ]);
    if (supplierId !== undefined && clients?.has(supplierId) !== true) throw missing('/supplier_id', 'client');
    const method = methodOf(methods, input, '');
    const shares = sharesOf(context, input, owed);
    const supplier = supplierOf(shares, supplierId);
    const row = newRow(context, input, { method, shares, supplier });
    const planned = shares.map(({ expense, amount }) =>
      planPayment(context, expense, {
        ...{ accounts, method, amount, date: row.payment_date, reference: row.reference },
        supplierPaymentId: row.id,
      }),
    );
    const number = await write(context, row, { shares, planned });
    const parts = planned.map(({ payment }, index) => ({
      ...{ id: payment.id, supplier_payment_id: row.id, expense_id: payment.expense_id, amount: payment.amount },
      expense_number: shares[index]?.expense.number ?? '',
    }));
    const record = supplierPaymentRecord(context, { row: { ...row, number }, parts });
    context.emit(supplierPaymentCompleted(record));
    return record;
  },
});

type Paying = {
  readonly method: PaymentMethodRecord;
  readonly shares: readonly ExpenseShare[];
  readonly supplier: { readonly id: string; readonly name: string };
};

function newRow(
  context: Context,
  input: z.output<typeof Input>,
  { method, shares, supplier }: Paying,
): Omit<SupplierPaymentRow, 'number'> {
  const { now, actor } = context;
  const date = paymentDay(context, input.payment_date);
  const early = shares.find(({ expense }) => date < expense.expense_date)?.expense;
  if (early !== undefined) {
    const message = `Expenses are paid on their day or later: ${early.number} is of ${early.expense_date}.`;
    throw fault('/payment_date', 'before_expense', message);
  }
  const reference = input.reference ?? null;
  if (method.requires_reference && reference === null) {
    throw fault('/reference', 'required', `Payments by ${method.name} need a reference.`);
  }
  const stamp = actorStamp(actor);
  return {
    id: context.newId(),
    supplier_id: supplier.id,
    supplier_name: supplier.name,
    method_id: method.id,
    account_id: method.account_id,
    currency: actor.organization?.baseCurrency ?? '',
    amount: sum(shares.map(({ amount }) => amount)),
    payment_date: date,
    reference,
    notes: input.notes ?? null,
    voided_at: null,
    voided_on: null,
    void_reason: null,
    external_id: input.external_id ?? null,
    metadata: input.metadata ?? {},
    custom_fields: input.custom_fields ?? {},
    tags: input.tags ?? [],
    version: 1,
    ...{ created_at: now, updated_at: now, created_by: stamp, updated_by: stamp },
  };
}

type Parts = { readonly shares: readonly ExpenseShare[]; readonly planned: readonly PlannedPayment[] };

/** Writes it with its parts and their entries in one flight, and answers its number. Entries come last. */
async function write(
  context: Context,
  row: Omit<SupplierPaymentRow, 'number'>,
  { shares, planned }: Parts,
): Promise<string> {
  const writing = insertSupplierPayment(context, row);
  insertPayments(
    context,
    planned.map(({ payment }) => payment),
  );
  const paid = changePaid(
    context,
    shares.map(({ expense, amount }) => ({ expense, by: amount })),
  );
  post(
    context,
    planned.flatMap(({ postings }) => postings),
  );
  for (const [index, expense] of paid.entries()) {
    const payment = planned[index]?.payment;
    if (payment === undefined) continue;
    context.emit(expensePaid({ ...factsOf(context, expense), payment: paymentRecord(payment, expense.currency) }));
  }
  return writing;
}
