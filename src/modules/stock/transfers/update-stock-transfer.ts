import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { sent } from '../../../wire/patch.ts';
import { locationNotActive } from '../locations/location.ts';
import { lockStock } from '../levels/stock-lock.ts';
import {
  lockTransfer,
  readTransfer,
  Transfer,
  TransferAtVersion,
  transferExternalIdTaken,
  transferInput,
  transferUpdated,
} from './transfer.ts';
import { checkLines, insertLines } from './transfer-rows.ts';

const { to_location_id: toLocationId, lines: newLines, ...about } = transferInput;

export const updateStockTransfer = operation({
  name: 'update_stock_transfer',
  summary: 'Update a draft stock transfer; once sent, only its note, date and custom fields.',
  http: 'PATCH /stock/transfers/{id}',
  effect: 'write',
  permission: 'stock:write',
  mcp: 'action',
  undo: undoneByEarlierValues('update_stock_transfer'),
  input: TransferAtVersion.extend({
    to_location_id: toLocationId.optional(),
    lines: newLines.optional().describe('All lines; they replace the existing ones.'),
    ...about,
  }),
  output: Transfer,
  refuses: [
    notFound,
    versionConflict,
    validationFailed,
    invalidStateTransition,
    locationNotActive,
    transferExternalIdTaken,
  ],
  emits: [transferUpdated],
  async run(context, { id, version, lines, ...patch }) {
    const { db, organization, now, actor } = context;
    const before = await lockTransfer(context, id, version);
    const { status } = before;
    const isFixed = status !== 'draft' && (lines !== undefined || patch.to_location_id !== undefined);
    if (isFixed) {
      const hint = 'Its goods are in transit: only `fields` can be changed with update_stock_transfer.';
      throw invalidStateTransition({ status, allowed: ['update_stock_transfer'], fields: Object.keys(about), hint });
    }
    const next = { ...before, ...sent(patch) };
    if (next.to_location_id === next.from_location_id) {
      throw fault('/to_location_id', 'same_location', 'Choose a different location from the one the goods leave.');
    }
    if (lines !== undefined || patch.to_location_id !== undefined) {
      const variantIds = (lines ?? []).map((line) => line.variant_id);
      checkLines(lines ?? [], await lockStock(context, variantIds, next.to_location_id));
    }
    db.later(sql`
      update stock_transfers set to_location_id = ${next.to_location_id}, expected_on = ${next.expected_on},
        note = ${next.note}, external_id = ${next.external_id}, metadata = ${JSON.stringify(next.metadata)},
        tags = ${next.tags}, version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    if (lines !== undefined) {
      db.later(sql`delete from stock_transfer_lines where organization_id = ${organization} and transfer_id = ${id}`);
      insertLines(context, id, lines);
    }
    const after = await readTransfer(context, id);
    context.emit(transferUpdated(after));
    return after;
  },
});
