import { addDays, type Day } from '../../core/calendar.ts';
import { and, type Sql, sql } from '../../db/sql.ts';
import type { Db } from '../../db/database.ts';
import type { Context } from '../../operation/operation.ts';
import { lateDaysMax, type Owed } from './due-step.ts';
import type { FeeStep } from './fee-steps.ts';

/** Amount due on an invoice and its next due date, with the reminders so far. */
export type OwedInvoice = Owed & {
  readonly id: string;
  readonly number: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly currency: string;
  readonly amount_due: bigint;
  readonly last_sent_at: string | null;
  /** A fee is charged no fees. */
  readonly is_fee: boolean;
  /** Fees of this due date. */
  readonly charged_days: readonly number[];
  /** Late fees of this client instead of the general ones. */
  readonly own_fees: readonly FeeStep[] | null;
};

function owed(organization: string, condition: Sql): Sql {
  return sql`
    select invoice.id, invoice.number, invoice.client_id, invoice.client_name, invoice.currency, invoice.issue_date,
      invoice.due_date, invoice.amount_due,
      coalesce(held.hold <> 'none', false) or not coalesce(client.enabled, true) as is_held,
      greatest(held.since, client.since) as held_until,
      (select max(days) from reminders where organization_id = ${organization}
        and document_id = invoice.id and due_date = invoice.due_date) as sent_days,
      (select max(sent_at) from reminders where organization_id = ${organization}
        and document_id = invoice.id) as last_sent_at,
      exists (select from late_fees
        where organization_id = ${organization} and fee_document_id = invoice.id) as is_fee,
      array(select days from late_fees where organization_id = ${organization}
        and document_id = invoice.id and due_date = invoice.due_date) as charged_days,
      client.late_fees as own_fees
    from invoices_owed as invoice
    left join document_holds as held on held.organization_id = ${organization} and held.document_id = invoice.id
    left join client_reminders as client
      on client.organization_id = ${organization} and client.client_id = invoice.client_id
    where invoice.organization_id = ${organization} and invoice.amount_due > 0 and ${condition}`;
}

/** Debt on one invoice; undefined where nothing is due. */
export function owedBy({ db, organization }: Context, id: string): Promise<OwedInvoice | undefined> {
  return db.maybe<OwedInvoice>(owed(organization, sql`invoice.id = ${id}`));
}

export type Overdue = {
  /** The last due date. */
  readonly until: Day;
  readonly clientId?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly limit: number;
};

/** Overdue invoices, those that have waited longest first. */
export function owedUntil(
  { db, organization }: Context,
  { until, clientId, ids, limit }: Overdue,
): Promise<OwedInvoice[]> {
  const about = [
    sql`invoice.due_date <= ${until}`,
    ...(clientId === undefined ? [] : [sql`invoice.client_id = ${clientId}`]),
    ...(ids === undefined ? [] : [sql`invoice.id = any(${[...ids]}::uuid[])`]),
  ];
  return db.many<OwedInvoice>(
    sql`${owed(organization, and(about))} order by invoice.due_date, invoice.id limit ${limit}`,
  );
}

type Part = {
  /** After how many days something may happen: all of them, or the first and the last. */
  readonly days: readonly number[];
  readonly today: Day;
  readonly after?: string;
  readonly limit: number;
};

/** Invoices that a step may have come for, by their ids: whether one has is for `dueStep` to say. */
export async function owedAround(
  { db, organization }: { readonly db: Db; readonly organization: string },
  { days, today, after, limit }: Part,
): Promise<OwedInvoice[]> {
  if (days.length === 0) return [];
  const due = [
    sql`invoice.due_date <= ${addDays(today, -Math.min(...days))}`,
    sql`invoice.due_date >= ${addDays(today, -Math.max(...days) - lateDaysMax)}`,
    ...(after === undefined ? [] : [sql`invoice.id > ${after}`]),
  ];
  return db.many<OwedInvoice>(sql`${owed(organization, and(due))} order by invoice.id limit ${limit}`);
}
