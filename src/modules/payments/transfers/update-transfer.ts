import { z } from 'zod';
import { minorDigits } from '../../../core/currency.ts';
import type { Decimal } from '../../../core/decimal.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { Amount, Day, Id, Notes, recordPatch, Text } from '../../../wire/index.ts';
import { sent } from '../../../wire/patch.ts';
import { exchangeRateMissing, knownRate } from '../../exchange/index.ts';
import {
  bankConfirmed,
  accountsByRole,
  currencyHeld,
  lockMoneyAccounts,
  post,
  type Posting,
  reversalsOf,
} from '../../ledger/index.ts';
import { wordsOf } from '../../../core/words.ts';
import { paymentDay } from '../plan-payment.ts';
import { type Moving, planTransfer } from './plan-transfer.ts';
import { checkPlace, transferPostings } from './post-transfer.ts';
import {
  keepTransferBefore,
  Transfer,
  transferExternalIdTaken,
  transferRecord,
  type TransferRow,
  transferUpdated,
} from './transfer.ts';
import { lockTransfer } from './transfer-store.ts';

export const updateTransfer = operation({
  name: 'update_transfer',
  summary: 'Update a transfer between money accounts: correct its date, amounts or details.',
  guidance:
    'Omitted fields stay; in one currency the amount received follows. Its entry is reversed on its day and ' +
    'reposted, so that day must be open, else void it. Accounts and currencies cannot change.',
  http: 'PATCH /transfers/{id}',
  effect: 'write',
  permission: 'payments:refund',
  mcp: 'action',
  posts: true,
  undo: undoneByEarlierValues('update_transfer'),
  input: z.strictObject({
    id: Id('money_transfer'),
    amount: Amount.optional().describe('Amount sent, including the fee of the bank or gateway.'),
    fee_amount: Amount.optional().describe('Bank or gateway fee included in that amount.'),
    to_amount: Amount.optional().describe('Amount received, in another currency.'),
    exchange_rate: Amount.optional().describe(
      'As in create_transfer. A changed amount is valued at this rate, or anew without it.',
    ),
    to_exchange_rate: Amount.optional().describe('The same for the currency received.'),
    transfer_date: Day.optional(),
    reference: Text(255).nullable().optional(),
    notes: Notes.nullable().optional(),
    ...recordPatch,
  }),
  output: Transfer,
  refuses: [
    bankConfirmed,
    validationFailed,
    notFound,
    versionConflict,
    invalidStateTransition,
    exchangeRateMissing,
    transferExternalIdTaken,
  ],
  emits: [transferUpdated],
  async run(context, { id, version, ...input }) {
    const before = await lockTransfer(context, id, version);
    if (before.voided_at !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
    keepTransferBefore(context, before);
    const { reference, notes, external_id, metadata, custom_fields, tags } = input;
    const told = { ...before, ...sent({ reference, notes, external_id, metadata, custom_fields, tags }) };
    const { corrected, postings } = await correct(context, told, input);
    const row = {
      ...corrected,
      version: before.version + 1,
      updated_at: context.now,
      updated_by: actorStamp(context.actor),
    };
    save(context, row);
    post(context, postings);
    const transfer = transferRecord(context, row);
    context.emit(transferUpdated(transfer));
    return transfer;
  },
});

type Given = {
  readonly amount?: Decimal | undefined;
  readonly fee_amount?: Decimal | undefined;
  readonly to_amount?: Decimal | undefined;
  readonly exchange_rate?: Decimal | undefined;
  readonly to_exchange_rate?: Decimal | undefined;
  readonly transfer_date?: string | undefined;
};
type Corrected = { readonly corrected: TransferRow; readonly postings: readonly Posting[] };

/** The transfer with its day and its amounts as they are now, and what that does to the books, if anything. */
async function correct(context: Context, row: TransferRow, given: Given): Promise<Corrected> {
  const { amount, fee_amount: fee, to_amount: arriving, exchange_rate: rate, to_exchange_rate: toRate } = given;
  const isWorthAnew = [amount, fee, arriving, rate, toRate].some((one) => one !== undefined);
  if (!isWorthAnew && (given.transfer_date ?? row.transfer_date) === row.transfer_date) {
    return { corrected: row, postings: [] };
  }
  const { from_account_id: from, to_account_id: to, currency, to_currency: toCurrency } = row;
  const day = given.transfer_date ?? row.transfer_date;
  if (day !== row.transfer_date) paymentDay(context, day, '/transfer_date');
  const source = { type: 'money_transfer', id: row.id, event: transferUpdated.type };
  const [places, held, known, toKnown, accounts, reversals] = await Promise.all([
    lockMoneyAccounts(context, [from, to]),
    currencyHeld(context, from, currency),
    knownRate(context, currency, day),
    knownRate(context, toCurrency, day),
    accountsByRole(context),
    reversalsOf(context, source, { date: row.transfer_date, memo: `Correction of transfer ${row.number}` }),
  ]);
  checkPlace(places.get(from), '/from_account_id');
  checkPlace(places.get(to), '/to_account_id');
  // The old amount of this transfer is available again.
  const back = { ...held, amount: held.amount + row.amount, base: held.base + row.base_amount };
  const move = { currency, toCurrency, day, held: back, known, toKnown };
  const moved = isWorthAnew ? planTransfer(context, filledIn(row, given), move) : {};
  const corrected = { ...row, ...moved, transfer_date: day };
  return { corrected, postings: [...reversals, ...transferPostings(context, corrected, { places, accounts })] };
}

/** Omitted fields keep their values; in one currency the amount received is the amount sent less the fee. */
function filledIn(row: TransferRow, { amount, fee_amount: fee, to_amount: arriving, ...rates }: Given): Moving {
  const isChanged = row.currency !== row.to_currency;
  return {
    amount: amount ?? decimalOf(row.amount, row.currency),
    fee_amount: fee ?? decimalOf(row.fee_amount, row.currency),
    to_amount: arriving ?? (isChanged ? decimalOf(row.to_amount, row.to_currency) : undefined),
    exchange_rate: rates.exchange_rate,
    to_exchange_rate: rates.to_exchange_rate,
  };
}

function decimalOf(minor: bigint, currency: string): Decimal {
  return { units: minor, scale: minorDigits(currency) ?? 0 };
}

function save({ db, organization }: Context, row: TransferRow): void {
  db.later(sql`
    update money_transfers set amount = ${row.amount}, fee_amount = ${row.fee_amount}, to_amount = ${row.to_amount},
      base_amount = ${row.base_amount}, base_fee = ${row.base_fee}, base_to_amount = ${row.base_to_amount},
      transfer_date = ${row.transfer_date}, reference = ${row.reference}, notes = ${row.notes},
      external_id = ${row.external_id}, metadata = ${JSON.stringify(row.metadata)},
      custom_fields = ${JSON.stringify(row.custom_fields)}, tags = ${row.tags}::text[], version = ${row.version},
      updated_at = ${row.updated_at}, updated_by = ${JSON.stringify(row.updated_by)},
      words = search_words(${wordsOf([row.reference, row.notes])}::text[], number)
    where organization_id = ${organization} and id = ${row.id}`);
}
