import { z } from 'zod';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Version } from '../../wire/index.ts';
import { enqueueSchedules } from '../accruals/index.ts';
import { openDay, post, reversalDate, reversalDay, reversalsOf } from '../ledger/index.ts';
import { settingsOf } from '../organization/index.ts';
import { assetRecord, assetReinstated, AssetWithParts, partRecord, wireAsset } from './asset.ts';
import { lockAsset, partsOf, readAsset, replaceOpenParts, touchAssets } from './asset-store.ts';
import { lastDue } from './change-value.ts';
import { nextPlan } from './plan.ts';

export const reinstateAsset = operation({
  name: 'reinstate_asset',
  summary: 'Reinstate a fixed asset whose disposal was a mistake.',
  guidance: 'The entry of the disposal is reversed. Depreciation goes on where it had ended.',
  http: 'POST /assets/{id}/reinstate',
  effect: 'write',
  permission: 'ledger:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  noUndo: 'voided',
  input: z.strictObject({ id: Id('asset'), date: reversalDate, version: Version.optional() }),
  output: AssetWithParts,
  refuses: [invalidStateTransition, notFound, validationFailed, versionConflict],
  emits: [assetReinstated],
  async run(context, { id, date, version }) {
    const source = { type: 'asset', id, event: assetReinstated.type };
    const [{ row, parts }, open, { fiscalYearStart }] = await Promise.all([
      lockAsset(context, id, version),
      openDay(context, source, context.today),
      settingsOf(context),
    ]);
    const { disposed_on: disposedOn, disposal_entry_id: entryId } = row;
    if (disposedOn === null || row.voided_at !== null) {
      throw invalidStateTransition({ status: row.voided_at === null ? 'in_use' : 'voided', allowed: [] });
    }
    context.before(wireAsset(assetRecord(context, row)));
    const day = reversalDay(context, { asked: date, open, recorded: disposedOn });
    const made = { date: day, memo: `Reinstatement of an asset: ${row.name}`.slice(0, 500) };
    const reversals = (await reversalsOf(context, source, made)).filter(({ entry }) => entry.reversesId === entryId);
    const left = nextPlan(row, {
      posted: parts,
      yearBegins: fiscalYearStart.month,
      after: lastDue(row, parts),
    });
    replaceOpenParts(context, id, left);
    if (left.length > 0) enqueueSchedules(context);
    touchAssets(context, [id], {
      disposed_on: null,
      disposal_kind: null,
      disposal_entry_id: null,
      book_value_disposed: null,
      proceeds: null,
      sale_id: null,
      sale_line_id: null,
      dispose_reason: null,
    });
    post(context, reversals);
    const [back, plan] = await Promise.all([readAsset(context, id), partsOf(context, id)]);
    const record = assetRecord(context, back);
    context.emit(assetReinstated(record));
    return { ...record, parts: plan.map((part) => partRecord(context, part)) };
  },
});
