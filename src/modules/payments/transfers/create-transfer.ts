import { z } from 'zod';
import { actorStamp } from '../../../operation/actor.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Amount, Currency, Day, Id, Notes, recordInput, Text } from '../../../wire/index.ts';
import { baseOf, exchangeRateMissing, knownRate } from '../../exchange/index.ts';
import { accountsByRole, currencyHeld, lockMoneyAccounts, post } from '../../ledger/index.ts';
import { paymentDay } from '../plan-payment.ts';
import { planTransfer } from './plan-transfer.ts';
import { checkPlace, transferPostings } from './post-transfer.ts';
import { Transfer, transferCompleted, transferExternalIdTaken, transferRecord, type TransferRow } from './transfer.ts';
import { insertTransfer } from './transfer-store.ts';

export const createTransfer = operation({
  name: 'create_transfer',
  summary: 'Create a transfer between two of your money accounts, in one or two currencies.',
  guidance:
    'For example bank to till or gateway to bank. Foreign currency leaves at its carrying amount; the exchange ' +
    'difference is realised.',
  http: 'POST /transfers',
  effect: 'write',
  permission: 'payments:write',
  mcp: 'action',
  creates: true,
  paysOut: true,
  keyRequired: true,
  posts: true,
  undo: undoneBy('void_transfer'),
  input: z.strictObject({
    from_account_id: Id('account'),
    to_account_id: Id('account'),
    amount: Amount.describe('Amount sent, including the fee of the bank or gateway.'),
    fee_amount: Amount.optional().describe('Bank or gateway fee included in that amount.'),
    currency: Currency.optional().describe('Currency sent. Default: the base currency.'),
    to_currency: Currency.optional().describe('Currency received. Default: the currency sent.'),
    to_amount: Amount.optional().describe(
      'Amount received. Required in another currency; otherwise the amount sent less the fee.',
    ),
    exchange_rate: Amount.optional().describe(
      'Exchange rate of the currency sent, in base currency per unit, for any part exceeding the account ' +
        'balance. Default: from the rate table.',
    ),
    to_exchange_rate: Amount.optional().describe(
      'Exchange rate of the currency received, if neither is the base currency.',
    ),
    transfer_date: Day.optional().describe('Default: today.'),
    reference: Text(255).nullable().optional(),
    notes: Notes.nullable().optional(),
    ...recordInput,
  }),
  output: Transfer,
  refuses: [validationFailed, notFound, exchangeRateMissing, transferExternalIdTaken],
  emits: [transferCompleted],
  async run(context, input) {
    const { from_account_id: from, to_account_id: to } = input;
    if (from === to)
      throw fault('/to_account_id', 'same_account', 'Choose a different account from the one it leaves.');
    const { currency = baseOf(context) } = input;
    const { to_currency: toCurrency = currency } = input;
    const day = paymentDay(context, input.transfer_date, '/transfer_date');
    const [places, held, known, toKnown, accounts] = await Promise.all([
      lockMoneyAccounts(context, [from, to]),
      currencyHeld(context, from, currency),
      knownRate(context, currency, day),
      knownRate(context, toCurrency, day),
      accountsByRole(context),
    ]);
    checkPlace(places.get(from), '/from_account_id');
    checkPlace(places.get(to), '/to_account_id');
    const move = { currency, toCurrency, day, held, known, toKnown };
    const moved = planTransfer(context, input, move);
    const stamp = actorStamp(context.actor);
    const row: Omit<TransferRow, 'number'> = {
      id: context.newId(),
      from_account_id: from,
      to_account_id: to,
      currency,
      to_currency: toCurrency,
      ...moved,
      transfer_date: day,
      reference: input.reference ?? null,
      notes: input.notes ?? null,
      voided_at: null,
      voided_on: null,
      void_reason: null,
      external_id: input.external_id ?? null,
      metadata: input.metadata ?? {},
      custom_fields: input.custom_fields ?? {},
      tags: input.tags ?? [],
      version: 1,
      created_at: context.now,
      updated_at: context.now,
      created_by: stamp,
      updated_by: stamp,
    };
    const writing = insertTransfer(context, row);
    post(context, transferPostings(context, row, { places, accounts }));
    const transfer = transferRecord(context, { ...row, number: await writing });
    context.emit(transferCompleted(transfer));
    return transfer;
  },
});
