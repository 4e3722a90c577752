import { type Sql, sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, versionConflict } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import type { AssetFound, AssetRow, PartRow } from './asset.ts';

const plainColumns = sql`id, name, class, serial_number, location, expense_id, expense_line_id, supplier_id, account_id,
  accumulated_account_id, depreciation_account_id, dimension_value_ids, moved_from_id, cost, residual_value,
  acquired_on, in_use_from, method, life_months, yearly_rate, opening_depreciation, depreciated_through, disposed_on,
  disposal_kind, disposal_entry_id, book_value_disposed, proceeds, sale_id, sale_line_id, dispose_reason, voided_at,
  voided_on, void_reason, version, created_at, updated_at, created_by, updated_by`;

const parts = sql`from asset_depreciations as part
  where part.organization_id = assets.organization_id and part.asset_id = assets.id`;

/** Columns of an asset with what follows from its parts. */
export const assetColumns: Sql = sql`${plainColumns},
  (select coalesce(sum(part.amount), 0)::bigint ${parts} and part.posted_on is not null) as posted,
  (select min(part.due_date) ${parts} and part.posted_on is null) as next_date`;

export async function readAsset({ db, organization }: Context, id: string): Promise<AssetFound> {
  const row = await db.maybe<AssetFound>(sql`
    select ${assetColumns} from assets where organization_id = ${organization} and id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}

export type AssetStored = { readonly row: AssetFound; readonly parts: readonly PartRow[] };

/** The asset, locked, with its parts as they are once the lock is held: whoever had it may have posted some. */
export async function lockAsset(context: Context, id: string, version?: number): Promise<AssetStored> {
  const { db, organization } = context;
  const locked = await db.maybe<{ version: number }>(sql`
    select version from assets where organization_id = ${organization} and id = ${id} for update`);
  if (locked === undefined) throw notFound();
  if (version !== undefined && version !== locked.version) throw versionConflict({ current_version: locked.version });
  const [row, its] = await Promise.all([readAsset(context, id), partsOf(context, id)]);
  return { row, parts: its };
}

export function partsOf({ db, organization }: Context, assetId: string): Promise<PartRow[]> {
  return db.many<PartRow>(sql`
    select position, kind, due_date, amount, posted_on, entry_id, reason from asset_depreciations
    where organization_id = ${organization} and asset_id = ${assetId} order by due_date, position`);
}

export function insertAsset({ db, organization }: Context, row: AssetRow): void {
  db.later(sql`
    insert into assets (organization_id, ${plainColumns})
    select ${organization}, ${plainColumns} from json_populate_record(null::assets, ${toJson(row)})`);
}

export function insertParts({ db, organization }: Context, assetId: string, made: readonly PartRow[]): void {
  db.later(sql`
    insert into asset_depreciations (organization_id, asset_id, position, kind, due_date, amount, posted_on, entry_id,
      reason)
    select ${organization}, ${assetId}, position, kind, due_date, amount, posted_on, entry_id, reason
    from json_populate_recordset(null::asset_depreciations, ${toJson(made)})`);
}

/** In place of the parts still to come, others. Their positions come after all that stay. */
export function replaceOpenParts(context: Context, assetId: string, made: readonly PartRow[]): void {
  const { db, organization } = context;
  db.later(sql`
    delete from asset_depreciations
    where organization_id = ${organization} and asset_id = ${assetId} and posted_on is null`);
  insertParts(context, assetId, made);
}

export type PostedPart = PartRow & { readonly assetId: string };

/** Notes of parts when and by which entry they were posted. */
export function notePosted({ db, organization }: Context, posted: readonly PostedPart[]): void {
  db.later(sql`
    update asset_depreciations as part set posted_on = done.posted_on, entry_id = done.entry_id
    from unnest(${posted.map(({ assetId }) => assetId)}::uuid[], ${posted.map(({ position }) => position)}::int[],
      ${posted.map((part) => part.posted_on)}::date[], ${posted.map((part) => part.entry_id)}::uuid[])
      as done (asset_id, position, posted_on, entry_id)
    where part.organization_id = ${organization} and part.asset_id = done.asset_id
      and part.position = done.position`);
}

/** Writes what changed of assets, or that their parts did. */
export function touchAssets(
  { db, organization, now, actor }: Context,
  ids: readonly string[],
  change: Partial<AssetRow> = {},
): void {
  const changed = toJson({ ...change, updated_at: now, updated_by: actorStamp(actor) });
  db.later(sql`
    update assets as asset set (${changeable}, version) = (select ${changeable}, asset.version + 1
      from json_populate_record(asset, ${changed}))
    where organization_id = ${organization} and id = any(${ids}::uuid[])`);
}

const changeable = sql`name, class, serial_number, location, dimension_value_ids, disposed_on, disposal_kind,
  disposal_entry_id, book_value_disposed, proceeds, sale_id, sale_line_id, dispose_reason, voided_at, voided_on,
  void_reason, updated_at, updated_by`;

function toJson(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? one.toString() : one));
}
