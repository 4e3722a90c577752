import { z } from 'zod';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Text, Version } from '../../wire/index.ts';
import { openDay, post, reversalDate, reversalDay, reversalsOf } from '../ledger/index.ts';
import { Asset, assetRecord, assetVoided, wireAsset } from './asset.ts';
import { lockAsset, readAsset, replaceOpenParts, touchAssets } from './asset-store.ts';

export const voidAsset = operation({
  name: 'void_asset',
  summary: 'Void a fixed asset that was a mistake: all its postings are reversed.',
  guidance: 'Its cost is back where the bill put it. For an asset that was sold or scrapped, use dispose_asset.',
  http: 'POST /assets/{id}/void',
  effect: 'destructive',
  permission: 'ledger:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  noUndo: 'voided',
  input: z.strictObject({
    id: Id('asset'),
    reason: Text(500).optional(),
    date: reversalDate,
    version: Version.optional(),
  }),
  output: Asset,
  refuses: [invalidStateTransition, notFound, validationFailed, versionConflict],
  emits: [assetVoided],
  async run(context, { id, reason = null, date, version }) {
    const source = { type: 'asset', id, event: assetVoided.type };
    const [{ row }, open] = await Promise.all([
      lockAsset(context, id, version),
      openDay(context, source, context.today),
    ]);
    if (row.voided_at !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
    context.before(wireAsset(assetRecord(context, row)));
    const day = reversalDay(context, { asked: date, open, recorded: row.acquired_on });
    const memo = `Void of an asset: ${row.name}`.slice(0, 500);
    const reversals = await reversalsOf(context, source, { date: day, memo });
    replaceOpenParts(context, id, []);
    touchAssets(context, [id], { voided_at: context.now, voided_on: day, void_reason: reason });
    post(context, reversals);
    const record = assetRecord(context, await readAsset(context, id));
    context.emit(assetVoided(record));
    return record;
  },
});
