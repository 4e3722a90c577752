import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/** By the prefix of its id, a kind of record that names clients. */
const kinds = {
  sale: 'sales',
  doc: 'documents',
  pay: 'payments',
  refund: 'refunds',
  exp: 'expenses',
  spay: 'supplier_payments',
  rdoc: 'recurring_documents',
  dmail: 'mails',
} as const;
export type Kind = keyof typeof kinds;

export type ClientRecord = {
  readonly kind: Kind;
  readonly id: string;
  readonly day: string | null;
  /** Something is still to be done, paid or sent. */
  readonly is_open: boolean;
};

export function recordsOf({ db, organization }: Context, client: string): Promise<ClientRecord[]> {
  return db.many<ClientRecord>(sql`
    select kind, id, day, is_open from client_records
    where organization_id = ${organization} and client_id = ${client} order by kind, id`);
}

export type Count = { readonly what: string; readonly count: number; readonly last: string | null };

/** Number of records of each kind, and the date of the latest. */
export function countsOf(records: readonly ClientRecord[]): Count[] {
  return [...Map.groupBy(records, ({ kind }) => kind)].map(([kind, all]) => ({
    what: kinds[kind],
    count: all.length,
    last: all.reduce<string | null>((last, { day }) => (day !== null && day > (last ?? '') ? day : last), null),
  }));
}
