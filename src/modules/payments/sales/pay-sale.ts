import { z } from 'zod';
import type { Decimal } from '../../../core/decimal.ts';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../../operation/errors.ts';
import { needPermission } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Amount, Day, Id, recordInput, Version } from '../../../wire/index.ts';
import { type DocumentRate, exchangeRateMissing, knownRate, settlingRate } from '../../exchange/index.ts';
import { accountsByRole, post, type Posting } from '../../ledger/index.ts';
import {
  ambiguousName,
  amountFrom,
  clientNotActive,
  clientRequired,
  confirmDraft,
  creditHeld,
  dueOf,
  lockSale,
  overrideInput,
  payableOf,
  priceBelowFloor,
  saleCompleted,
  saleConfirmed,
  saleUpdated,
  statusOf,
  type StoredSale,
  variantNotSold,
} from '../../sales/index.ts';
import { insufficientStock, locationNotActive, stockEvents } from '../../stock/index.ts';
import { checkState, exceedsDue } from '../allocations/allocate.ts';
import { earlyDiscountInput, earlyDiscountsOn } from '../discounts/early-discounts.ts';
import {
  amountExceedsDue,
  methodArchived,
  paymentAllocated,
  paymentCompleted,
  paymentDuplicate,
  paymentExternalIdTaken,
  PaymentWithWarnings,
} from '../payment.ts';
import { methodsOf } from '../methods/payment-method.ts';
import { paymentDay, planPayment } from '../plan-payment.ts';
import { methodOf, rateInput, tenderInput, tenderOf } from '../methods/tender.ts';
import { writePayments } from '../store.ts';
import { settleSales } from './settle-sales.ts';
import { announcePayments, duplicateWarnings, refuseDuplicate, findDuplicates } from '../write-payment.ts';

export const paySale = operation({
  name: 'pay_sale',
  summary: 'Pay one sale: record a payment, by default of the whole balance due.',
  guidance: 'A draft is confirmed when it is paid in full. For several sales, use create_payment.',
  http: 'POST /sales/{id}/payments',
  effect: 'write',
  permission: 'payments:write',
  mcp: 'action',
  creates: true,
  risky: { override: true },
  keyRequired: true,
  posts: true,
  amount: ({ amount }) => amount,
  undo: undoneBy('void_payment'),
  input: z.strictObject({
    id: Id('sale'),
    amount: Amount.optional().describe('Default: the balance due.'),
    ...tenderInput,
    exchange_rate: rateInput,
    payment_date: Day.optional().describe('Default: today.'),
    overpayment: z
      .enum(['refuse', 'credit'])
      .default('refuse')
      .describe('Whether an overpayment is refused, or kept as unapplied credit of the client.'),
    early_discount: earlyDiscountInput,
    override: overrideInput,
    version: Version.optional().describe('Of the sale.'),
    allow_duplicate: z.boolean().optional().describe('Records the payment even if a similar one exists.'),
    ...recordInput,
  }),
  output: PaymentWithWarnings,
  refuses: [
    validationFailed,
    notFound,
    versionConflict,
    ambiguousName,
    methodArchived,
    invalidStateTransition,
    amountExceedsDue,
    paymentDuplicate,
    paymentExternalIdTaken,
    clientRequired,
    exchangeRateMissing,
    forbidden,
    insufficientScope,
    clientNotActive,
    variantNotSold,
    creditHeld,
    priceBelowFloor,
    insufficientStock,
    locationNotActive,
  ],
  emits: [paymentCompleted, paymentAllocated, saleConfirmed, saleCompleted, saleUpdated, ...stockEvents],
  async run(context, { id, version, ...input }) {
    const date = paymentDay(context, input.payment_date);
    const [methods, accounts, duplicates, stored] = await Promise.all([
      methodsOf(context),
      accountsByRole(context),
      findDuplicates(context, [input.reference]),
      lockSale(context, id, version),
    ]);
    const { row: sale } = stored;
    const { currency } = sale;
    const rate = await rateOf(context, sale, { date, given: input.exchange_rate });
    // A debt written off is paid only if the amount covers it, or if nothing else is due.
    const due = dueOf(sale) === 0n ? payableOf(sale) : dueOf(sale);
    const amount = input.amount === undefined ? due : amountFrom(input.amount, '/amount', currency);
    const most = payableOf(sale);
    const settled = input.overpayment === 'credit' && amount > most ? most : amount;
    const payer = { id: sale.client_id, name: sale.client_name };
    const sold = await confirmAtTill(context, stored, { paid: settled, override: input.override });
    if (payer.id === null && settled < amount) throw clientRequired();
    const tender = tenderOf(input, { method: methodOf(methods, input, ''), currency, amount, pointer: '' });
    if (input.allow_duplicate !== true) refuseDuplicate(tender, duplicates, currency);
    const paying = { paid: date, isWanted: input.early_discount };
    const early = await earlyDiscountsOn(context, [{ ...sale, due: dueOf(sale) }], paying);
    const shares = [{ sale, amount: settled, discount: early.with(sale.id, settled) }];
    const planned = planPayment(context, tender, { payer, date, shares, accounts, rate, about: input });
    const writing = writePayments(context, [planned]);
    const by = { accounts, paymentId: planned.row.id, allocations: planned.allocations };
    const recovered = sold === undefined ? await settleSales(context, shares, by) : [];
    post(context, [...(sold?.postings ?? []), ...planned.postings, ...recovered]);
    const [rows] = await Promise.all([writing, sold?.written]);
    const [payment] = announcePayments(context, rows, [planned]);
    if (payment === undefined) throw new Error('the payment was not written');
    return { ...payment, warnings: duplicateWarnings([tender], duplicates, currency) };
  },
});

async function rateOf(
  context: Context,
  sale: StoredSale['row'],
  { date: day, given }: { readonly date: string; readonly given: Decimal | undefined },
): Promise<DocumentRate> {
  const known = given === undefined ? await knownRate(context, sale.currency, day) : undefined;
  return settlingRate(context, sale, { day, given, known });
}

type Sold = { readonly postings: readonly Posting[]; readonly written: Promise<unknown> };

type AtTill = Parameters<typeof confirmDraft>[2];

/** At the till a draft is paid in full, which confirms it; whatever else cannot be paid so much is refused. */
async function confirmAtTill(context: Context, stored: StoredSale, at: AtTill): Promise<Sold | undefined> {
  const { row: sale } = stored;
  const { paid: amount } = at;
  if (statusOf(sale) === 'draft' && amount === sale.total) {
    needPermission(context, 'sales:confirm');
    return confirmDraft(context, stored, at);
  }
  checkState(sale, '/id');
  if (amount > payableOf(sale) || payableOf(sale) === 0n) throw exceedsDue(sale, '/amount');
  return undefined;
}
