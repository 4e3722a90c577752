import { z } from 'zod';
import { invalidStateTransition, notFound, validationFailed } from '../../operation/errors.ts';
import { missing } from '../../operation/fault.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Amount, Currency, Day, Id, recordInput, Text } from '../../wire/index.ts';
import { clientsFor } from '../clients/index.ts';
import { baseOf, documentRate, exchangeRateMissing, knownRate } from '../exchange/index.ts';
import { accountsByRole, post } from '../ledger/index.ts';
import {
  ambiguousName,
  amountFrom,
  clientRequired,
  currencyMismatch,
  dueOf,
  saleCompleted,
  saleUpdated,
  withIds,
} from '../sales/index.ts';
import { allocationInput, lockSettleable, payerOf, sharesOf } from './allocations/allocate.ts';
import { earlyDiscountInput, earlyDiscountsOn } from './discounts/early-discounts.ts';
import {
  amountExceedsDue,
  clientMismatch,
  methodArchived,
  paymentAllocated,
  paymentCompleted,
  paymentDuplicate,
  paymentExternalIdTaken,
  PaymentWithWarnings,
} from './payment.ts';
import { methodsOf } from './methods/payment-method.ts';
import { paymentDay, planPayment } from './plan-payment.ts';
import { landingOn } from './methods/landing-on.ts';
import { methodOf, rateInput, tenderInput, tenderOf } from './methods/tender.ts';
import { writePayments } from './store.ts';
import { settleSales } from './sales/settle-sales.ts';
import { announcePayments, duplicateWarnings, refuseDuplicate, findDuplicates } from './write-payment.ts';

export const createPayment = operation({
  name: 'create_payment',
  summary: 'Create a payment from a client and allocate it to sales.',
  guidance:
    'Allocates to the earliest due first, unless `allocations` say which. Any remainder becomes unapplied ' +
    'credit of the client. For one sale, use pay_sale.',
  http: 'POST /payments',
  effect: 'write',
  permission: 'payments:write',
  mcp: 'tool',
  creates: true,
  seldom: ['exchange_rate', 'fee_amount', 'auto_allocate', 'early_discount'],
  keyRequired: true,
  posts: true,
  amount: ({ amount }) => amount,
  undo: undoneBy('void_payment'),
  input: z.strictObject({
    amount: Amount,
    currency: Currency.optional().describe('Default: the base currency. Must match the sales it is allocated to.'),
    exchange_rate: rateInput,
    ...tenderInput,
    account_id: Id('account').optional().describe('Money account it landed on. Default: that of the method.'),
    client_id: Id('client')
      .nullable()
      .optional()
      .describe('Client who paid. Default: the client of the allocated sales.'),
    client: Text(255).optional().describe('Exact number or name of the client instead of `client_id`.'),
    payment_date: Day.optional().describe('Default: today.'),
    ...allocationInput,
    early_discount: earlyDiscountInput,
    allow_duplicate: z.boolean().optional().describe('Records the payment even if a similar one exists.'),
    ...recordInput,
  }),
  output: PaymentWithWarnings,
  refuses: [
    validationFailed,
    notFound,
    ambiguousName,
    currencyMismatch,
    exchangeRateMissing,
    clientRequired,
    clientMismatch,
    methodArchived,
    invalidStateTransition,
    amountExceedsDue,
    paymentDuplicate,
    paymentExternalIdTaken,
  ],
  emits: [paymentCompleted, paymentAllocated, saleCompleted, saleUpdated],
  async run(context, named) {
    const currency = named.currency ?? baseOf(context);
    const date = paymentDay(context, named.payment_date);
    const input = await withIds(context, named);
    const clientId = input.client_id ?? null;
    const [methods, accounts, clients, duplicates, known, settleable] = await Promise.all([
      methodsOf(context),
      accountsByRole(context),
      clientsFor(context, clientId === null ? [] : [clientId]),
      findDuplicates(context, [input.reference]),
      knownRate(context, currency, date),
      lockSettleable(context, input, { clientId, currency }),
    ]);
    const client = clientId === null ? undefined : clients.get(clientId);
    if (clientId !== null && client === undefined) throw missing('/client_id', 'client');
    const amount = amountFrom(input.amount, '/amount', currency);
    const method = await landingOn(context, methodOf(methods, input, ''), input.account_id);
    const tender = tenderOf(input, { method, currency, amount, pointer: '' });
    const rate = documentRate(context, { currency, day: date, given: input.exchange_rate, known });
    if (input.allow_duplicate !== true) refuseDuplicate(tender, duplicates, currency);
    const paying = { paid: date, isWanted: input.early_discount };
    const debts = settleable.sales.map((sale) => ({ ...sale, due: dueOf(sale) }));
    const early = await earlyDiscountsOn(context, debts, paying);
    const shares = sharesOf(amount, input, settleable, early);
    const payer = payerOf(shares, client && { id: client.id, name: client.displayName });
    const isUsedUp = shares.reduce((left, share) => left - share.amount, amount) === 0n;
    if (payer.id === null && !isUsedUp) throw clientRequired();
    const planned = planPayment(context, tender, { payer, date, shares, accounts, rate, about: input });
    const writing = writePayments(context, [planned]);
    const recovered = await settleSales(context, shares, {
      accounts,
      paymentId: planned.row.id,
      allocations: planned.allocations,
    });
    post(context, [...planned.postings, ...recovered]);
    const [payment] = announcePayments(context, await writing, [planned]);
    if (payment === undefined) throw new Error('the payment was not written');
    return { ...payment, warnings: duplicateWarnings([tender], duplicates, currency) };
  },
});
