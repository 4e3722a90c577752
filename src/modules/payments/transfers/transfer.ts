import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { refusal } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { Day, ForeignName, ForeignText, Id, Instant, Money, recordFields } from '../../../wire/index.ts';
import { baseOf } from '../../exchange/index.ts';

export const transferStates = ['completed', 'voided'] as const;

export const Transfer = z.object({
  id: Id('money_transfer'),
  organization_id: Id('organization'),
  number: z.string(),
  status: z.enum(transferStates),
  from_account_id: Id('account'),
  to_account_id: Id('account'),
  currency: z.string(),
  amount: Money.describe('Amount sent, including the fee.'),
  fee_amount: Money.describe('Bank or gateway fee included in it.'),
  to_currency: z.string(),
  to_amount: Money.describe('Amount received.'),
  base_currency: z.string(),
  base_amount: Money.describe('Carrying amount of what leaves.'),
  base_to_amount: Money.describe('Amount received in the base currency.'),
  fx_gain_loss: Money.describe('Exchange gain realised; negative for a loss.'),
  transfer_date: Day,
  reference: ForeignName.nullable(),
  notes: ForeignText.nullable(),
  voided_at: Instant.nullable(),
  voided_on: Day.nullable(),
  void_reason: z.string().nullable(),
  ...recordFields,
});
export type TransferRecord = z.output<typeof Transfer>;

type Amounts = 'amount' | 'fee_amount' | 'to_amount' | 'base_amount' | 'base_to_amount';

/** A row of `money_transfers`. Amounts are minor units. */
export type TransferRow = Omit<
  TransferRecord,
  'organization_id' | 'status' | 'base_currency' | 'fx_gain_loss' | Amounts
> & { readonly [Field in Amounts | 'base_fee']: bigint };

/** Events carry nothing personal. */
const TransferFacts = Transfer.pick({
  id: true,
  number: true,
  status: true,
  from_account_id: true,
  to_account_id: true,
  currency: true,
  amount: true,
  fee_amount: true,
  to_currency: true,
  to_amount: true,
  transfer_date: true,
  external_id: true,
  version: true,
});

export const transferCompleted = event('transfer.completed', TransferFacts);
export const transferUpdated = event('transfer.updated', TransferFacts);
export const transferVoided = event('transfer.voided', TransferFacts);

export const transferExternalIdTaken = refusal(
  'transfer_external_id_taken',
  409,
  'Another transfer of money has that external_id.',
  'List transfers with that `external_id` to find it.',
  ['money_transfers_external_id_key'],
);

/** The transfer as it is answered. */
export function transferRecord(context: Context, { base_fee: fee, ...row }: TransferRow): TransferRecord {
  const base = baseOf(context);
  return {
    ...row,
    organization_id: context.organization,
    status: row.voided_at === null ? 'completed' : 'voided',
    amount: money(row.amount, row.currency),
    fee_amount: money(row.fee_amount, row.currency),
    to_amount: money(row.to_amount, row.to_currency),
    base_currency: base,
    base_amount: money(row.base_amount, base),
    base_to_amount: money(row.base_to_amount, base),
    fx_gain_loss: money(row.base_to_amount + fee - row.base_amount, base),
  };
}

const wireTransfer = encoderOf(Transfer);

/** Keeps the transfer as it was for the audit log, in wire form. */
export function keepTransferBefore(context: Context, row: TransferRow): void {
  context.before(wireTransfer(transferRecord(context, row)));
}
