import { z } from 'zod';
import { type Money as CoreMoney, money } from '../../core/money.ts';
import type { Decimal } from '../../core/decimal.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { notFound, refusal, versionConflict } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import { encoderOf } from '../../operation/encode.ts';
import { fault, missing } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import { Id, Instant, Money, Percent, recordFields } from '../../wire/index.ts';
import { controlRoles, loadAccounts } from '../ledger/index.ts';
import { amountFrom } from '../sales/index.ts';

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
export type MethodRow = Omit<PaymentMethodRecord, 'fee_fixed'> & { readonly fee_fixed: bigint | null };

const MethodNotice = PaymentMethod.pick({ id: true, name: true, kind: true, status: true, version: true });
export const methodCreated = event('payment_method.created', MethodNotice);
export const methodUpdated = event('payment_method.updated', MethodNotice);
export const methodArchivedEvent = event('payment_method.archived', MethodNotice);
export const methodRestored = event('payment_method.restored', MethodNotice);

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

/** What is kept of each payment as it is written: absent where nothing is said of it. */
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

/** Where money can be, or what it may be owed on: no income or cost is a place for it. */
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

export const methodColumns: Sql = sql`id, organization_id, name, kind, account_id, requires_reference, fee_percent,
  fee_fixed, fee_account_id, position,
  case when archived_at is null then 'active' else 'archived' end as status, external_id, metadata, custom_fields,
  tags, version, created_at, updated_at, created_by, updated_by, archived_at`;

export function methodRecord(context: Context, { fee_fixed: fixed, ...row }: MethodRow): PaymentMethodRecord {
  const currency = context.actor.organization?.baseCurrency ?? '';
  return { ...row, fee_fixed: fixed === null ? null : money(fixed, currency) };
}

/** One method that a statement answers with {@link methodColumns}. */
export async function oneMethod(context: Context, statement: Sql): Promise<PaymentMethodRecord> {
  return methodRecord(context, await context.db.one<MethodRow>(statement));
}

export async function lockMethod(
  context: Context,
  id: string,
  version: number | undefined,
): Promise<PaymentMethodRecord> {
  const { db, organization } = context;
  const method = await db.maybe<MethodRow>(sql`
    select ${methodColumns} from payment_methods where organization_id = ${organization} and id = ${id} for update`);
  if (method === undefined) throw notFound();
  if (version !== undefined && version !== method.version) throw versionConflict({ current_version: method.version });
  return methodRecord(context, method);
}

const methodsMax = 200;

/** Every method there is, the active ones first: an organisation has a handful. */
export async function methodsOf(context: Context): Promise<PaymentMethodRecord[]> {
  const { db, organization } = context;
  const methods = await db.many<MethodRow>(sql`
    select ${methodColumns} from payment_methods where organization_id = ${organization}
    order by archived_at nulls first, position, id limit ${methodsMax}`);
  return methods.map((method) => methodRecord(context, method));
}

export async function loadMethods(
  context: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaymentMethodRecord>> {
  const { db, organization } = context;
  const methods = await db.many<MethodRow>(sql`
    select ${methodColumns} from payment_methods where organization_id = ${organization} and id = any(${ids}::uuid[])`);
  return new Map(methods.map((method) => [method.id, methodRecord(context, method)]));
}

const wireMethod = encoderOf(PaymentMethod);

/** Keeps the method as it was for the audit log, in wire form. */
export function keepBefore(context: Context, method: PaymentMethodRecord): void {
  context.before(wireMethod(method));
}
