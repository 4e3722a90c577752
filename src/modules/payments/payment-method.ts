import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { notFound, refusal, versionConflict } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import { encoderOf } from '../../operation/encode.ts';
import type { Context } from '../../operation/operation.ts';
import { Id, Instant, recordFields } from '../../wire/index.ts';
import { controlRoles, loadAccounts } from '../ledger/index.ts';
import { fault, missing } from '../sales/index.ts';

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
  position: z.int(),
  status: z.enum(['active', 'archived']),
  ...recordFields,
  archived_at: Instant.nullable(),
});

export type PaymentMethodRecord = z.output<typeof PaymentMethod>;

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
/** Where money can be, or what it may be owed on: no income or cost is a place for it. */
const moneyTypes = new Set(['cash', 'bank', 'other_current_asset', 'credit_card', 'other_current_liability']);

/** Refuses an account that cannot hold the money of a method. */
export async function checkAccount(context: Context, id: string): Promise<void> {
  const account = (await loadAccounts(context, [id])).get(id);
  if (account === undefined) throw missing('/account_id', 'account');
  if (account.archived_at !== null) throw fault('/account_id', 'archived', 'The account is archived.');
  if (moneyTypes.has(account.type) && !controlRoles.has(account.system_role)) return;
  throw fault('/account_id', 'wrong_account_type', 'Name an account that holds money, such as one of cash or a bank.');
}

export const methodColumns: Sql = sql`id, organization_id, name, kind, account_id, requires_reference, position,
  case when archived_at is null then 'active' else 'archived' end as status, external_id, metadata, custom_fields,
  tags, version, created_at, updated_at, created_by, updated_by, archived_at`;

export async function lockMethod(
  { db, organization }: Context,
  id: string,
  version: number | undefined,
): Promise<PaymentMethodRecord> {
  const method = await db.maybe<PaymentMethodRecord>(sql`
    select ${methodColumns} from payment_methods where organization_id = ${organization} and id = ${id} for update`);
  if (method === undefined) throw notFound();
  if (version !== undefined && version !== method.version) throw versionConflict({ current_version: method.version });
  return method;
}

const methodsMax = 200;

/** Every method there is, the active ones first: an organisation has a handful. */
export function methodsOf({ db, organization }: Context): Promise<PaymentMethodRecord[]> {
  return db.many<PaymentMethodRecord>(sql`
    select ${methodColumns} from payment_methods where organization_id = ${organization}
    order by archived_at nulls first, position, id limit ${methodsMax}`);
}

export async function loadMethods(
  { db, organization }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaymentMethodRecord>> {
  const methods = await db.many<PaymentMethodRecord>(sql`
    select ${methodColumns} from payment_methods where organization_id = ${organization} and id = any(${ids}::uuid[])`);
  return new Map(methods.map((method) => [method.id, method]));
}

const wireMethod = encoderOf(PaymentMethod);

/** Keeps the method as it was for the audit log, in wire form. */
export function keepBefore(context: Context, method: PaymentMethodRecord): void {
  context.before(wireMethod(method));
}
