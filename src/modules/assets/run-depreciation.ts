import { z } from 'zod';
import { monthEnd } from '../../core/spread.ts';
import { sql } from '../../db/sql.ts';
import { validationFailed } from '../../operation/errors.ts';
import { fault } from '../../operation/fault.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Day } from '../../wire/index.ts';
import { post } from '../ledger/index.ts';
import { assetDepreciated, type AssetFound, assetRecord, type PartRow } from './asset.ts';
import { partPostings } from './asset-postings.ts';
import { assetColumns, notePosted, type PostedPart, touchAssets } from './asset-store.ts';

const assetsPerRun = 100;

export const runDepreciation = operation({
  name: 'run_depreciation',
  summary: 'Run depreciation: post what is due of all fixed assets.',
  guidance:
    'A job does it every night; call it before closing a month. Each part is posted once, however often it runs.',
  http: 'POST /assets/depreciation',
  effect: 'write',
  permission: 'ledger:write',
  mcp: 'action',
  idempotent: true,
  posts: true,
  noUndo: 'due',
  input: z.strictObject({
    through: Day.optional().describe('Default: today. At most the last day of this month.'),
  }),
  output: z.object({
    through: Day,
    posted: z.int().describe('Parts posted by this call.'),
    has_more: z.boolean().describe('Call it again for the rest.'),
  }),
  refuses: [validationFailed],
  emits: [assetDepreciated],
  async run(context, { through = context.today }) {
    const latest = monthEnd(context.today);
    if (through > latest) throw fault('/through', 'in_future', `Write ${latest} or an earlier date.`);
    const { assets, parts } = await lockDue(context, through);
    if (parts.length === 0) return { through, posted: 0, has_more: false };
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
    return { through, posted: posted.length, has_more: assets.length === assetsPerRun };
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
