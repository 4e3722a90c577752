import { z } from 'zod';
import type { Decimal } from '../../core/decimal.ts';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Amount, Day, Id, recordInput, Version } from '../../wire/index.ts';
import { documentRate, type DocumentRate, exchangeRateMissing, knownRate } from '../exchange/index.ts';
import { accountsByRole, post, type Posting } from '../ledger/index.ts';
import {
  ambiguousName,
  amountFrom,
  applyPaid,
  clientNotActive,
  clientRequired,
  confirmDraft,
  creditHeld,
  dueOf,
  lockSale,
  needPermission,
  reliefOf,
  saleCompleted,
  saleConfirmed,
  saleUpdated,
  statusOf,
  type StoredSale,
  variantNotSold,
} from '../sales/index.ts';
import { insufficientStock, locationNotActive, stockEvents } from '../stock/index.ts';
import { checkState, exceedsDue } from './allocate.ts';
import {
  amountExceedsDue,
  methodArchived,
  paymentAllocated,
  paymentCompleted,
  paymentDuplicate,
  paymentExternalIdTaken,
  PaymentWithWarnings,
} from './payment.ts';
import { methodsOf } from './payment-method.ts';
import { paymentDay, planPayment } from './plan-payment.ts';
import { methodOf, rateInput, tenderInput, tenderOf } from './tender.ts';
import { writePayments } from './store.ts';
import { announcePayments, duplicateWarnings, refuseDuplicate, twinsOf } from './write-payment.ts';

export const paySale = operation({
  name: 'pay_sale',
  summary: 'Records a payment of one sale; without `amount`, all that is still to pay.',
  guidance: 'A draft is confirmed by paying it in full.',
  http: 'POST /sales/{id}/payments',
  effect: 'write',
  permission: 'payments:write',
  mcp: 'action',
  keyRequired: true,
  input: z.strictObject({
    id: Id('sale'),
    amount: Amount.optional().describe('Default: all that is still to pay.'),
    ...tenderInput,
    exchange_rate: rateInput,
    payment_date: Day.optional().describe('Default: today.'),
    overpayment: z
      .enum(['refuse', 'credit'])
      .default('refuse')
      .describe('Whether more than is still to pay is refused, or kept as credit of the client.'),
    version: Version.optional().describe('Of the sale.'),
    allow_duplicate: z.boolean().optional().describe('Records it although a payment like it is there.'),
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
    insufficientStock,
    locationNotActive,
  ],
  emits: [paymentCompleted, paymentAllocated, saleConfirmed, saleCompleted, saleUpdated, ...stockEvents],
  async run(context, { id, version, ...input }) {
    const date = paymentDay(context, input.payment_date);
    const [methods, accounts, twins, stored] = await Promise.all([
      methodsOf(context),
      accountsByRole(context),
      twinsOf(context, [input.reference]),
      lockSale(context, id, version),
    ]);
    const { row: sale } = stored;
    const { currency } = sale;
    const rate = await rateOf(context, sale, { date, given: input.exchange_rate });
    const due = dueOf(sale);
    const amount = input.amount === undefined ? due : amountFrom(input.amount, '/amount', currency);
    const settled = input.overpayment === 'credit' && amount > due ? due : amount;
    const payer = { id: sale.client_id, name: sale.client_name };
    const sold = await settle(context, stored, settled);
    if (payer.id === null && settled < amount) throw clientRequired();
    const tender = tenderOf(input, { method: methodOf(methods, input, ''), currency, amount, pointer: '' });
    if (input.allow_duplicate !== true) refuseDuplicate(tender, twins, currency);
    const shares = [{ sale, amount: settled }];
    const planned = planPayment(context, tender, { payer, date, shares, accounts, rate, about: input });
    const writing = writePayments(context, [planned]);
    post(context, [...sold.postings, ...planned.postings]);
    const [rows] = await Promise.all([writing, sold.written]);
    const [payment] = announcePayments(context, rows, [planned]);
    if (payment === undefined) throw new Error('the payment was not written');
    return { ...payment, warnings: duplicateWarnings([tender], twins, currency) };
  },
});

/** What is said, or known of the day; else that of the sale itself, where it is paid on the day of its rate. */
async function rateOf(
  context: Context,
  sale: StoredSale['row'],
  { date: day, given }: { readonly date: string; readonly given: Decimal | undefined },
): Promise<DocumentRate> {
  const { currency, exchange_rate: rate, rate_source: source, rate_date: ofSale } = sale;
  const known = given === undefined ? await knownRate(context, currency, day) : undefined;
  const own = rate === null || source === null || ofSale !== day ? undefined : { rate, source, rate_date: ofSale };
  return documentRate(context, { currency, day, given, known: own ?? known });
}

type Settled = { readonly postings: readonly Posting[]; readonly written?: Promise<unknown> };

/** Writes what is now paid of the sale. At the till a draft is paid in full, which confirms it. */
async function settle(context: Context, stored: StoredSale, amount: bigint): Promise<Settled> {
  const { row: sale } = stored;
  const status = statusOf(sale);
  if (status === 'draft' && amount === sale.total) {
    needPermission(context, 'sales:confirm');
    return confirmDraft(context, stored, amount);
  }
  checkState(sale, '/id');
  if (amount > dueOf(sale) || status === 'completed') throw exceedsDue(sale, '/amount');
  applyPaid(context, [{ sale, by: amount, base: reliefOf(sale, amount) }]);
  return { postings: [] };
}
