import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { post, postDueParts } from '../ledger/index.ts';
import { assetDepreciated, type AssetFound, assetRecord, type PartRow } from './asset.ts';
import { partPostings } from './asset-postings.ts';
import { assetColumns, notePosted, type PostedPart, touchAssets } from './asset-store.ts';

const assetsPerRun = 100;

export const runDepreciation = postDueParts({
  name: 'run_depreciation',
  summary: 'Run depreciation: post what is due of all fixed assets.',
  http: 'POST /assets/depreciation',
  emits: [assetDepreciated],
  async postDue(context, through) {
    const { assets, parts } = await lockDue(context, through);
    if (parts.length === 0) return { posted: 0, hasMore: false };
    const byId = new Map(assets.map((asset) => [asset.id, asset]));
    const due = parts.flatMap(({ asset_id: id, ...part }) => {
      const asset = byId.get(id);
      return asset === undefined ? [] : [{ asset, part }];
    });
    const { postings, parts: posted } = await partPostings(context, due);
    notePosted(context, posted);
    touchAssets(context, [...byId.keys()]);
    for (const asset of assets) context.emit(assetDepreciated(assetRecord(context, after(asset, posted))));
    post(context, postings);
    return { posted: posted.length, hasMore: assets.length === assetsPerRun };
  },
});

type DuePart = PartRow & { readonly asset_id: string };

/** Locked in the order of their ids; what another worker has posted meanwhile is seen once the locks are held. */
async function lockDue(
  { db, organization }: Context,
  through: string,
): Promise<{ readonly assets: readonly AssetFound[]; readonly parts: readonly DuePart[] }> {
  const locked = await db.many<{ id: string }>(sql`
    select id from assets
    where organization_id = ${organization} and exists (select from asset_depreciations as part
      where part.organization_id = assets.organization_id and part.asset_id = assets.id
        and part.posted_on is null and part.due_date <= ${through})
    order by id limit ${assetsPerRun} for update`);
  const ids = locked.map(({ id }) => id);
  const [assets, parts] = await Promise.all([
    db.many<AssetFound>(sql`
      select ${assetColumns} from assets
      where organization_id = ${organization} and id = any(${ids}::uuid[]) order by id`),
    db.many<DuePart>(sql`
      select asset_id, position, kind, due_date, amount, posted_on, entry_id, reason from asset_depreciations
      where organization_id = ${organization} and asset_id = any(${ids}::uuid[]) and posted_on is null
        and due_date <= ${through} order by asset_id, due_date, position`),
  ]);
  return { assets, parts };
}

function after(asset: AssetFound, posted: readonly PostedPart[]): AssetFound {
  const own = posted.filter(({ assetId }) => assetId === asset.id);
  const total = own.reduce((sum, { amount }) => sum + amount, asset.posted);
  return { ...asset, posted: total, version: asset.version + 1 };
}
