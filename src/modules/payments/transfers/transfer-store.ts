import { type Sql, sql } from '../../../db/sql.ts';
import { notFound, versionConflict } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { wordsOf } from '../../../core/words.ts';
import type { TransferRow } from './transfer.ts';

/** Columns that a row of `money_transfers` has in JSON too; number, words and status are made by the database. */
const plainColumns = sql`id, from_account_id, to_account_id, currency, amount, fee_amount, to_currency, to_amount,
  base_amount, base_fee, base_to_amount, transfer_date, reference, notes, voided_at, voided_on, void_reason,
  external_id, metadata, custom_fields, tags, version, created_at, updated_at, created_by, updated_by`;

export const transferColumns: Sql = sql`number, ${plainColumns}`;

export async function readTransfer({ db, organization }: Context, id: string): Promise<TransferRow> {
  const row = await db.maybe<TransferRow>(sql`
    select ${transferColumns} from money_transfers where organization_id = ${organization} and id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}

export async function lockTransfer(
  { db, organization }: Context,
  id: string,
  version: number | undefined,
): Promise<TransferRow> {
  const row = await db.maybe<TransferRow>(sql`
    select ${transferColumns} from money_transfers where organization_id = ${organization} and id = ${id} for update`);
  if (row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return row;
}

/** Writes a transfer and answers its number. */
export async function insertTransfer({ db, organization }: Context, row: Omit<TransferRow, 'number'>): Promise<string> {
  const written = JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
  const { number } = await db.one<{ number: string }>(sql`
    with taken as (select take_number(${organization}, 'money_transfer', ${row.transfer_date}) as number)
    insert into money_transfers (organization_id, number, words, ${plainColumns})
    select ${organization}, taken.number, search_words(${wordsOf([row.reference, row.notes])}::text[], taken.number),
      ${plainColumns}
    from taken, json_populate_record(null::money_transfers, ${written})
    returning number`);
  return number;
}
