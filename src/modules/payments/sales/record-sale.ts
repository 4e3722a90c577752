import { z } from 'zod';
import { forbidden, insufficientScope, notFound, validationFailed } from '../../../operation/errors.ts';
import { fault, needPermission } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy, undoneForEach, undoneInTurn } from '../../../operation/undo.ts';
import { Amount } from '../../../wire/index.ts';
import { type AccountsByRole, post } from '../../ledger/index.ts';
import {
  amountFrom,
  clientRequired,
  confirmingRefusals,
  confirmPlanned,
  draftingRefusals,
  loadConfirmation,
  overrideInput,
  planSale,
  Sale,
  saleCompleted,
  saleConfirmed,
  saleCreated,
  saleExternalIdTaken,
  saleInput,
  type SaleInput,
  saleRecord,
  type SaleRow,
  untaxedWarnings,
  Warning,
  withIds,
  writeConfirmed,
} from '../../sales/index.ts';
import { stockEvents } from '../../stock/index.ts';
import { exceedsDue } from '../allocations/allocate.ts';
import { amountExceedsDue, methodArchived, Payment, paymentAllocated, paymentCompleted } from '../payment.ts';
import { type PaymentMethodRecord, methodsOf } from '../methods/payment-method.ts';
import { type PlannedPayment, planPayment } from '../plan-payment.ts';
import { methodOf, type Tender, tenderInput, tenderOf } from '../methods/tender.ts';
import { writePayments } from '../store.ts';
import { announcePayments, duplicateWarnings, findDuplicates } from '../write-payment.ts';

const paymentsMax = 10;

const PaymentGiven = z.strictObject({
  ...tenderInput,
  amount: Amount.optional().describe(
    'Default: the balance left by the other payments, so at most one payment may omit it.',
  ),
});
type PaymentGiven = z.output<typeof PaymentGiven>;

export const recordSale = operation({
  name: 'record_sale',
  summary: 'Record a completed sale: confirm it and record its payments in one step.',
  guidance: 'Any unpaid balance becomes accounts receivable. Name products by `sku`, the client by `client`.',
  http: 'POST /sales/record',
  effect: 'write',
  permission: 'sales:confirm',
  mcp: 'tool',
  creates: true,
  risky: { override: true },
  seldom: ['payment_schedule', 'exchange_rate', 'cash_rounding', 'override', 'member_id', 'channel'],
  keyRequired: true,
  posts: true,
  sideBySide: inCommon,
  amount: ({ total }) => total,
  undo: undoneInTurn(undoneForEach('payments', 'void_payment'), undoneBy('void_sale')),
  input: z.strictObject({
    ...saleInput,
    payments: z.array(PaymentGiven).max(paymentsMax).default([]),
    override: overrideInput,
  }),
  output: Sale.extend({ payments: z.array(Payment), warnings: z.array(Warning) }),
  refuses: [
    validationFailed,
    notFound,
    forbidden,
    insufficientScope,
    saleExternalIdTaken,
    clientRequired,
    methodArchived,
    amountExceedsDue,
    ...draftingRefusals,
    ...confirmingRefusals,
  ],
  emits: [saleCreated, saleConfirmed, saleCompleted, paymentCompleted, paymentAllocated, ...stockEvents],
  async run(context, { payments: given, override, ...named }) {
    if (given.length > 0) needPermission(context, 'payments:write');
    const input = await withIds(context, named);
    const [confirmation, methods, duplicates] = await Promise.all([
      loadConfirmation(context, input),
      given.length === 0 ? [] : methodsOf(context),
      findDuplicates(
        context,
        given.map(({ reference }) => reference),
      ),
    ]);
    const used = given.map((one, index) => methodOf(methods, one, `/payments/${index}`));
    const { locationId } = confirmation.stock;
    const made = { id: context.newId(), locationId };
    const planned = planSale(context, { ...input, cash_rounding: roundsCash(input, used) }, confirmation, made);
    const tenders = tendersOf(given, { methods: used, sale: planned.row });
    const paid = tenders.reduce((sum, { amount }) => sum + amount, 0n);
    const sale = confirmPlanned(context, planned, { confirmation, paid, override });
    const payments = paymentsOf(context, tenders, { sale: sale.row, accounts: confirmation.accounts });
    const writingSale = writeConfirmed(context, sale, { isNew: true });
    const writingPayments = writePayments(context, payments);
    post(context, [...sale.postings, ...payments.flatMap(({ postings }) => postings)]);
    const untaxing = untaxedWarnings(context, sale.lines);
    const [row, rows, untaxed] = await Promise.all([writingSale, writingPayments, untaxing]);
    const records = announcePayments(context, rows, payments);
    const warnings = [...sale.warnings, ...untaxed, ...duplicateWarnings(tenders, duplicates, row.currency)];
    return { ...saleRecord(context, row, sale.lines), payments: records, warnings };
  },
});

type Recorded = Pick<SaleInput, 'stock' | 'lines'> & { readonly payments: readonly PaymentGiven[] };

/** The stock that it takes from, and payments that may be the same money. */
function inCommon({ stock, lines, payments }: Recorded): string[] {
  const taken = stock === 'none' ? [] : lines.flatMap(({ variant_id: id, sku }) => id ?? sku ?? []);
  const references = payments.flatMap(({ reference }) => reference ?? []);
  return [...new Set(taken.map((item) => `stock ${item}`)), ...references.map((text) => `payment ${text}`)];
}

/** Card and bank payments are exact; cash alone is rounded to coins. */
function roundsCash({ cash_rounding: asked }: SaleInput, methods: readonly PaymentMethodRecord[]): boolean | undefined {
  const isCashless = methods.length > 0 && methods.every(({ kind }) => kind !== 'cash');
  return asked ?? (isCashless ? false : undefined);
}

type Paying = { readonly methods: readonly PaymentMethodRecord[]; readonly sale: SaleRow };

/** The payments in minor units: what is said, and for the one that says nothing what the others leave. */
function tendersOf(given: readonly PaymentGiven[], { methods, sale }: Paying): Tender[] {
  const asked = given.map(({ amount }, index) =>
    amount === undefined ? undefined : amountFrom(amount, `/payments/${index}/amount`, sale.currency),
  );
  if (asked.filter((amount) => amount === undefined).length > 1) {
    throw fault('/payments', 'amount_missing', 'Send the amount of every payment except one.');
  }
  const rest = sale.total - asked.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n);
  if (rest < 0n) throw exceedsDue(sale, '/payments');
  return given.flatMap((one, index) => {
    const method = methods[index];
    const amount = asked[index] ?? rest;
    // Nothing is left for it, as in a sale with everything taken off.
    if (method === undefined || (one.amount === undefined && amount === 0n)) return [];
    return [tenderOf(one, { method, currency: sale.currency, amount, pointer: `/payments/${index}` })];
  });
}

function paymentsOf(
  context: Context,
  tenders: readonly Tender[],
  { sale, accounts }: { readonly sale: SaleRow; readonly accounts: AccountsByRole },
): PlannedPayment[] {
  const payer = { id: sale.client_id, name: sale.client_name };
  const { exchange_rate, rate_source, rate_date, base_factor } = sale;
  const rate = { exchange_rate, rate_source, rate_date, base_factor };
  let open = { ...sale, amount_paid: 0n, base_settled: sale.base_settled === null ? null : 0n };
  return tenders.map((tender) => {
    const { amount } = tender;
    const shares = [{ sale: open, amount }];
    const planned = planPayment(context, tender, { payer, date: sale.sale_date, shares, accounts, rate });
    const settled = open.base_settled === null ? null : open.base_settled + (planned.allocations[0]?.base ?? 0n);
    open = { ...open, amount_paid: open.amount_paid + amount, base_settled: settled };
    return planned;
  });
}
