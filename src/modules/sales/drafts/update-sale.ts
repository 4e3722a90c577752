import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { missing } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { Id, Notes, recordPatch, Text } from '../../../wire/index.ts';
import { sent } from '../../../wire/patch.ts';
import { useTaxRates } from '../../products/index.ts';
import { withKeptValues } from '../../dimensions/index.ts';
import { holdEvents, insufficientStock, locationNotActive, stockEvents } from '../../stock/index.ts';
import { withoutClientTerms } from '../pricing/client-terms.ts';
import { holdGoods, lockGoods, reserveSays } from './hold-goods.ts';
import { loadSale } from '../load-sale.ts';
import { withIds } from './names.ts';
import { planSale } from './plan-sale.ts';
import { draftingRefusals } from '../refusals.ts';
import { saleExternalIdTaken, saleUpdated, SaleWithWarnings } from '../sale.ts';
import { type LineGiven, LineInput, linesMax, saleInput, type SaleInput } from './sale-input.ts';
import { keepBefore, saleRecord, settledFacts } from '../sale-record.ts';
import { statusOf } from '../settling/settled.ts';
import type { SaleRow } from '../sale-row.ts';
import { asDrafted, inputOf } from './stored-input.ts';
import { lockSale, type StoredSale, writeSale } from '../store.ts';
import { untaxedWarnings } from '../pricing/untaxed-lines.ts';

/** Editable at any time, because no amount depends on these. */
const about = {
  member_id: Id('member').nullable().optional(),
  channel: Text(50).nullable().optional(),
  notes: Notes.nullable().optional(),
  ...recordPatch,
};

const {
  sale_date,
  due_date,
  exchange_rate,
  payment_schedule,
  instalments,
  early_discounts,
  prices_include_tax,
  cash_rounding,
  discounts,
  charges,
  location_id,
  stock,
} = saleInput;

/** Editable only while the sale is a draft. */
const terms = {
  client_id: saleInput.client_id,
  client: saleInput.client,
  sale_date,
  due_date,
  exchange_rate,
  payment_schedule,
  instalments,
  early_discounts,
  prices_include_tax,
  cash_rounding,
  lines: z
    .array(
      LineInput.extend({ id: Id('sale_line').optional().describe('Id of the existing line that this one replaces.') }),
    )
    .min(1)
    .max(linesMax)
    .optional()
    .describe('All lines; they replace the existing ones.'),
  discounts,
  charges,
  location_id,
  stock,
  reserve: z.boolean().optional().describe(reserveSays),
};

const termNames = new Set(Object.keys(terms));

export const updateSale = operation({
  name: 'update_sale',
  summary: 'Update a draft sale; if confirmed, only notes, tags, member, channel and custom fields.',
  http: 'PATCH /sales/{id}',
  effect: 'write',
  permission: 'sales:write',
  mcp: 'action',
  undo: undoneByEarlierValues('update_sale'),
  input: z.strictObject({ id: Id('sale'), ...terms, ...about }),
  output: SaleWithWarnings,
  refuses: [
    validationFailed,
    notFound,
    versionConflict,
    invalidStateTransition,
    saleExternalIdTaken,
    insufficientStock,
    locationNotActive,
    ...draftingRefusals,
  ],
  emits: [saleUpdated, ...holdEvents, ...stockEvents],
  async run(context, { id, version, ...given }) {
    const before = await lockSale(context, id, version);
    const status = statusOf(before.row);
    const patch = await withIds(context, sent(given));
    const changesTerms = Object.keys(patch).some((name) => termNames.has(name));
    if (changesTerms && status !== 'draft') {
      const hint = 'The sale’s amounts are final: only `fields` can be changed with update_sale.';
      throw invalidStateTransition({ status, allowed: ['update_sale'], fields: Object.keys(about), hint });
    }
    keepBefore(context, before.row, before.lines);
    const changed = changesTerms
      ? await changeDraft(context, before, patch)
      : await changeAbout(context, before, patch);
    if (!changesTerms) context.emit(saleUpdated({ ...changed.row, ...settledFacts(context, changed.row) }));
    const warnings = status === 'draft' ? await untaxedWarnings(context, changed.lines) : [];
    return { ...saleRecord(context, changed.row, changed.lines), warnings };
  },
});

type Patch = Partial<SaleInput> & { readonly lines?: readonly LineGiven[]; readonly reserve?: boolean };

/** Plans a locked draft anew from what it was and what is sent. */
export async function changeDraft(context: Context, before: StoredSale, patch: Patch): Promise<StoredSale> {
  checkLineIds(before, patch.lines ?? []);
  const isForAnother = patch.client_id !== undefined && patch.client_id !== before.row.client_id;
  const opened = isForAnother ? await withoutClientTerms(context, before) : {};
  const open = { ...opened, ...openDueDate(patch, before.row), ...openSchedule(patch) };
  const lines = patch.lines && withKeptValues(patch.lines, before.lines);
  const input = { ...inputOf(before), ...open, ...patch, ...(lines && { lines }) };
  const { row } = before;
  const reserve = patch.reserve ?? (row.reserved_until !== null && row.reserved_until > context.now);
  const locking = lockGoods(context, row, { input, reserve });
  const place = locking.then(({ lock }) => lock);
  const [parts, locked] = await Promise.all([loadSale(context, input, place), locking]);
  const saysDue = patch.due_date !== undefined || patch.payment_schedule !== undefined;
  const made = { id: row.id, locationId: locked.lock.locationId, before: row, saysDue };
  const planned = planSale(context, input, asDrafted(parts, before), made);
  const { sale } = holdGoods(context, planned, { parts, reserve, locked });
  useTaxRates(context, sale.rates);
  const written = await writeSale(context, sale, { isNew: false });
  context.emit(saleUpdated({ ...written, ...settledFacts(context, written) }));
  return { row: written, lines: sale.lines };
}

/** Another day or another client comes with other terms; monthly parts begin anew with another day. */
function openDueDate(
  { sale_date: day, client_id: client }: Patch,
  { payment_schedule: parts, payment_terms: due }: SaleRow,
): Pick<Patch, 'due_date' | 'payment_schedule' | 'instalments'> {
  if (day === undefined && client === undefined) return {};
  if (parts.length === 0 || due === null) return { due_date: undefined };
  return { due_date: undefined, payment_schedule: undefined, instalments: due.value };
}

/** Other parts take the place of those before, and their last says when it is due. */
function openSchedule(patch: Patch): Pick<Patch, 'payment_schedule' | 'instalments' | 'due_date'> {
  return patch.payment_schedule === undefined && patch.instalments === undefined
    ? {}
    : { payment_schedule: undefined, instalments: undefined, due_date: undefined };
}

function checkLineIds({ lines }: StoredSale, given: readonly LineGiven[]): void {
  const open = new Set(lines.map((line) => line.id));
  for (const [index, line] of given.entries()) {
    if (line.id !== undefined && !open.delete(line.id)) throw missing(`/lines/${index}/id`, 'line of this sale');
  }
}

type AboutField = 'notes' | 'channel' | 'member_id' | 'external_id' | 'metadata' | 'custom_fields' | 'tags';

async function changeAbout(
  context: Context,
  { row: before, lines }: StoredSale,
  patch: Partial<Pick<SaleRow, AboutField>>,
): Promise<StoredSale> {
  const { db, organization, now, actor } = context;
  const { notes, channel, member_id, external_id, metadata, custom_fields, tags } = { ...before, ...patch };
  const stamp = actorStamp(actor);
  await db.run(sql`
    update sales set notes = ${notes}, channel = ${channel}, member_id = ${member_id}, external_id = ${external_id},
      metadata = ${JSON.stringify(metadata)}, custom_fields = ${JSON.stringify(custom_fields)},
      tags = ${tags}::text[], version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(stamp)}
    where organization_id = ${organization} and id = ${before.id}`);
  const version = before.version + 1;
  const said = { notes, channel, member_id, external_id, metadata, custom_fields, tags };
  return { row: { ...before, ...said, version, updated_at: now, updated_by: stamp }, lines };
}
