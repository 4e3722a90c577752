import { z } from 'zod';
import { type Money as CoreMoney, money } from '../../../core/money.ts';
import type { Decimal } from '../../../core/decimal.ts';
import { sql } from '../../../db/sql.ts';
import { refusal } from '../../../operation/errors.ts';
import { fault, missing } from '../../../operation/fault.ts';
import { anyOf } from '../../../operation/filter.ts';
import { numberKey, textKey } from '../../../operation/list.ts';
import { readOnce } from '../../../operation/batched.ts';
import type { Context } from '../../../operation/operation.ts';
import {
  archiveRecord,
  baseAmount,
  defineRecord,
  getRecord,
  listRecords,
  plain,
  restoreRecord,
} from '../../../operation/record/index.ts';
import { Id, Instant, Money, Percent, recordFields } from '../../../wire/index.ts';
import { controlRoles, loadAccounts } from '../../ledger/index.ts';
import { amountFrom } from '../../sales/index.ts';

export const methodKinds = [
  'cash',
  'card',
  'bank_transfer',
  'cheque',
  'mobile_money',
  'wallet',
  'gateway',
  'other',
] as const;

export const PaymentMethod = z.object({
  id: Id('payment_method'),
  organization_id: Id('organization'),
  name: z.string(),
  kind: z.enum(methodKinds),
  account_id: Id('account'),
  requires_reference: z.boolean(),
  fee_percent: Percent.nullable().describe('Fee per payment, in percent.'),
  fee_fixed: Money.nullable().describe('Fixed fee per payment in addition, in the base currency.'),
  fee_account_id: Id('account').nullable().describe('Account that fees post to; null for the default account.'),
  position: z.int(),
  status: z.enum(['active', 'archived']),
  ...recordFields,
  archived_at: Instant.nullable(),
});

export type PaymentMethodRecord = z.output<typeof PaymentMethod>;

const MethodNotice = PaymentMethod.pick({ id: true, name: true, kind: true, status: true, version: true });
export const methodNameTaken = refusal(
  'payment_method_name_taken',
  409,
  'Another payment method has that name.',
  'Use another name, or archive the other method.',
  ['payment_methods_name_key'],
);
export const methodExternalIdTaken = refusal(
  'payment_method_external_id_taken',
  409,
  'Another payment method has that external_id.',
  'Use another external_id.',
  ['payment_methods_external_id_key'],
);
const feeTypes = new Set(['expense', 'other_expense', 'cost_of_goods_sold']);

type FeeGiven = {
  readonly fee_fixed?: Decimal | null | undefined;
  readonly fee_account_id?: string | null | undefined;
};

/** Fees stored with each payment; absent where the input has none. */
export async function feeFrom(context: Context, given: FeeGiven): Promise<{ readonly fee_fixed?: CoreMoney | null }> {
  if (given.fee_account_id) {
    const account = (await loadAccounts(context, [given.fee_account_id])).get(given.fee_account_id);
    if (account === undefined) throw missing('/fee_account_id', 'account');
    if (account.archived_at !== null) throw fault('/fee_account_id', 'archived', 'The account is archived.');
    if (!feeTypes.has(account.type)) {
      throw fault('/fee_account_id', 'wrong_account_type', 'Choose an expense account.');
    }
  }
  if (given.fee_fixed === undefined) return {};
  if (given.fee_fixed === null) return { fee_fixed: null };
  const currency = context.actor.organization?.baseCurrency ?? '';
  const minor = amountFrom(given.fee_fixed, '/fee_fixed', currency);
  return { fee_fixed: minor === 0n ? null : money(minor, currency) };
}

/** Types of account that can hold money or a debt: income and expenses cannot. */
const moneyTypes = new Set(['cash', 'bank', 'other_current_asset', 'credit_card', 'other_current_liability']);

/** Refuses an account that cannot hold the money of a method. */
export async function checkAccount(context: Context, id: string): Promise<void> {
  const account = (await loadAccounts(context, [id])).get(id);
  if (account === undefined) throw missing('/account_id', 'account');
  if (account.archived_at !== null) throw fault('/account_id', 'archived', 'The account is archived.');
  if (moneyTypes.has(account.type) && !controlRoles.has(account.system_role)) return;
  throw fault(
    '/account_id',
    'wrong_account_type',
    'Choose an account that holds money, such as cash or a bank account.',
  );
}

export const paymentMethods = defineRecord<typeof PaymentMethod>({
  name: 'payment_method',
  plural: 'payment_methods',
  table: 'payment_methods',
  path: '/payment-methods',
  permissions: { read: 'payments:read', manage: 'payments:manage' },
  schema: PaymentMethod,
  columns: {
    name: plain,
    kind: plain,
    account_id: plain,
    requires_reference: plain,
    position: plain,
    // No fee is null, however it was written.
    fee_percent: { toColumn: (percent) => percent || null },
    fee_fixed: baseAmount,
    fee_account_id: plain,
  },
  tells: MethodNotice,
});

export const getPaymentMethod = getRecord(paymentMethods, { summary: 'Get one payment method.' });

export const listPaymentMethods = listRecords(paymentMethods, {
  summary: 'List payment methods, each with the account it settles to.',
  sorts: {
    position: numberKey(paymentMethods.column('position')),
    name: textKey(paymentMethods.column('name')),
    created_at: 'usual',
  },
  defaultSort: 'position',
  filters: { kind: anyOf(methodKinds, (kinds) => sql`kind = any(${kinds}::text[])`), status: 'usual' },
});

export const archivePaymentMethod = archiveRecord(paymentMethods, {
  summary: 'Archive a payment method. Existing payments are unaffected.',
});

export const restorePaymentMethod = restoreRecord(paymentMethods, {
  summary: 'Restore an archived payment method.',
  refuses: [methodNameTaken],
});

const methodsMax = 200;

/** Every method there is, the active ones first: an organisation has a handful. */
export const methodsOf = readOnce(async (context: Context): Promise<PaymentMethodRecord[]> => {
  const methods = await context.db.many<object>(sql`
    select ${paymentMethods.columns} from ${paymentMethods.table} where organization_id = ${context.organization}
    order by archived_at nulls first, position, id limit ${methodsMax}`);
  return methods.map((method) => paymentMethods.toRecord(context, method));
});
