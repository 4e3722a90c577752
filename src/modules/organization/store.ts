import type { ChartOfAccounts } from '../../core/charts-of-accounts.ts';
import { money } from '../../core/money.ts';
import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { type ActorOrganization, actorStamp } from '../../operation/actor.ts';
import { notFound } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import type { OrganizationValue } from './organization.ts';

type Row = Omit<OrganizationValue, 'cash_rounding_increment' | 'inventory' | 'invoice_defaults' | 'e_invoicing'> & {
  readonly cash_rounding_increment: bigint | null;
  readonly costing_method: OrganizationValue['inventory']['costing_method'];
  readonly negative_stock: OrganizationValue['inventory']['negative_stock'];
  readonly reservation_minutes: number;
  readonly invoice_defaults: Partial<OrganizationValue['invoice_defaults']>;
  readonly e_invoicing: Partial<OrganizationValue['e_invoicing']>;
};

const noInvoiceDefaults = {
  terms_days: null,
  discount_grace_days: null,
  notes: null,
  footer: null,
  language: null,
  allow_void: false,
};

const noEInvoicing = { format: null, address: null, contact_name: null };

/**
 * Lock of the row. `change` lets others go on writing records of the organisation, whose foreign keys hold on to the
 * row: in a busy one there is no moment at which nobody does. `alone` waits for such a moment all the same.
 */
type Lock = false | 'change' | 'alone';

/** The current organisation; locked, where it is about to be changed. */
export async function readOrganization(context: Context, { lock }: { lock: Lock }): Promise<OrganizationValue> {
  const locking = lock === false ? sql`` : lock === 'change' ? sql`for no key update` : sql`for update`;
  const row = await context.db.maybe<Row>(
    sql`select * from organizations where id = ${context.organization} ${locking}`,
  );
  if (row === undefined) throw notFound();
  return fromRow(row);
}

/** The facts of an organisation that nobody's membership leads to, for work that is done by itself. */
export function organizationOf(db: Db, id: string): Promise<ActorOrganization> {
  return db.one<ActorOrganization>(sql`
    select id, name, base_currency as "baseCurrency", timezone, locale from organizations where id = ${id}`);
}

/** Says how stock is valued, once it is: the caller holds the organisation alone. */
export function setCostingMethod(
  { db, organization, actor, now }: Context,
  method: OrganizationValue['inventory']['costing_method'],
): void {
  db.later(sql`
    update organizations set costing_method = ${method}, version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(actorStamp(actor))}
    where id = ${organization}`);
}

/** Says by which chart the accounts are numbered: the caller holds the organisation. */
export function setChartOfAccounts({ db, organization, actor, now }: Context, chart: ChartOfAccounts): void {
  db.later(sql`
    update organizations set chart_of_accounts = ${chart}, version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(actorStamp(actor))}
    where id = ${organization}`);
}

function fromRow(row: Row): OrganizationValue {
  const { cash_rounding_increment: increment, invoice_defaults, e_invoicing, ...others } = row;
  const { costing_method, negative_stock, reservation_minutes: reservation_ttl, ...rest } = others;
  return {
    ...rest,
    cash_rounding_increment: increment === null ? null : money(increment, row.base_currency),
    invoice_defaults: { ...noInvoiceDefaults, ...invoice_defaults },
    e_invoicing: { ...noEInvoicing, ...e_invoicing },
    inventory: { costing_method, negative_stock, reservation_ttl },
  };
}
