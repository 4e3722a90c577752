import { z } from 'zod';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, validationFailed } from '../../operation/errors.ts';
import { fault } from '../../operation/fault.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Amount, Currency, Day, Id, Notes, recordInput, Text } from '../../wire/index.ts';
import { baseOf, exchangeRateMissing, knownRate } from '../exchange/index.ts';
import { accountsByRole, currencyHeld, lockMoneyAccounts, post } from '../ledger/index.ts';
import { paymentDay } from './plan-payment.ts';
import { planTransfer } from './plan-transfer.ts';
import { checkPlace, transferPostings } from './post-transfer.ts';
import { Transfer, transferCompleted, transferExternalIdTaken, transferRecord, type TransferRow } from './transfer.ts';
import { insertTransfer } from './transfer-store.ts';

export const createTransfer = operation({
  name: 'create_transfer',
  summary: 'Records money that moved between two own accounts: bank to till, gateway to bank, one currency to another.',
  guidance: 'What leaves in another currency is relieved at what the books had it for; the difference is realised.',
  http: 'POST /transfers',
  effect: 'write',
  permission: 'payments:write',
  mcp: 'action',
  paysOut: true,
  keyRequired: true,
  posts: true,
  undo: undoneBy('void_transfer'),
  input: z.strictObject({
    from_account_id: Id('account'),
    to_account_id: Id('account'),
    amount: Amount.describe('What leaves, with what the bank or gateway keeps.'),
    fee_amount: Amount.optional().describe('What of it the bank or gateway keeps.'),
    currency: Currency.optional().describe('Of what leaves. Default: the base currency.'),
    to_currency: Currency.optional().describe('Of what arrives. Default: the same.'),
    to_amount: Amount.optional().describe('What arrives. Needed in another currency, else what leaves less the fee.'),
    exchange_rate: Amount.optional().describe(
      'What one unit of what leaves is worth in the base currency, as far as the account does not hold it. ' +
        'Default: by the table.',
    ),
    to_exchange_rate: Amount.optional().describe('The same of what arrives, where neither is the base currency.'),
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
    if (from === to) throw fault('/to_account_id', 'same_account', 'Name another account than the one that it leaves.');
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
