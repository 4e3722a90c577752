import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import {
  invalidStateTransition,
  limitExceeded,
  notFound,
  validationFailed,
  versionConflict,
  type OperationName,
} from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id, Quantity, Text, Version } from '../../../wire/index.ts';
import { locationNotActive } from '../locations/location.ts';
import { checkQuantity, stockedVariant } from '../movements/movement-input.ts';
import { countLinesMax, countUpdated, lockCount, readCount, StockCount } from './stock-count.ts';
import { lockStock, type StockLock } from '../levels/stock-lock.ts';

const LineCounted = z.strictObject({
  variant_id: Id('variant'),
  counted: Quantity.nullable().describe('Null: clears the counted quantity.'),
  note: Text(1_000).nullable().optional(),
});
type LineCounted = z.output<typeof LineCounted>;

export const updateStockCount = operation({
  name: 'update_stock_count',
  summary: 'Update counted quantities of an open stock count; lines not sent stay.',
  guidance: 'A variant not yet in the count is added with its current book quantity.',
  http: 'PATCH /stock/counts/{id}',
  effect: 'write',
  permission: 'stock:write',
  mcp: 'action',
  noUndo: 'counted',
  input: z.strictObject({
    id: Id('stock_count'),
    version: Version.optional(),
    note: Text(1_000).nullable().optional(),
    lines: z.array(LineCounted).min(1).max(countLinesMax).optional(),
  }),
  output: StockCount,
  refuses: [notFound, versionConflict, validationFailed, invalidStateTransition, limitExceeded, locationNotActive],
  emits: [countUpdated],
  async run(context, { id, version, note, lines = [] }) {
    const before = await lockCount(context, id, version);
    const { status } = before;
    if (status !== 'open') throw invalidStateTransition({ status, allowed: allowedFor(status) });
    const variantIds = lines.map((line) => line.variant_id);
    const lock = await lockStock(context, variantIds, before.location_id);
    checkCounted(lines, lock);
    const known = new Set(before.lines.map((line) => line.variant_id));
    const added = lines.filter((line) => !known.has(line.variant_id)).length;
    if (known.size + added > countLinesMax) throw limitExceeded({ max: countLinesMax });
    writeLines(context, before, { lines, lock });
    context.db.later(sql`
      update stock_counts set note = ${note === undefined ? before.note : note}, line_count = ${known.size + added},
        version = version + 1, updated_at = ${context.now},
        updated_by = ${JSON.stringify(actorStamp(context.actor))}
      where organization_id = ${context.organization} and id = ${id}`);
    const after = await readCount(context, id);
    context.emit(countUpdated(after));
    return after;
  },
});

/** Operations possible next, by status. */
export function allowedFor(status: StockCount['status']): OperationName[] {
  if (status === 'open') return ['update_stock_count', 'submit_stock_count', 'discard_stock_count'];
  return status === 'submitted' ? ['apply_stock_count', 'discard_stock_count'] : [];
}

function checkCounted(lines: readonly LineCounted[], lock: StockLock): void {
  const seen = new Set<string>();
  for (const [index, { variant_id: id, counted }] of lines.entries()) {
    const pointer = `/lines/${index}`;
    if (seen.has(id)) throw fault(`${pointer}/variant_id`, 'repeated', 'Count each variant once.');
    seen.add(id);
    checkQuantity(stockedVariant(lock, id, pointer), counted ?? 0n, `${pointer}/counted`);
  }
}

type Written = { readonly lines: readonly LineCounted[]; readonly lock: StockLock };

function writeLines({ db, organization }: Context, count: StockCount, { lines, lock }: Written): void {
  const last = count.lines.at(-1)?.position ?? 0;
  const notes = new Map(count.lines.map((line) => [line.variant_id, line.note]));
  db.later(sql`
    insert into stock_count_lines (organization_id, count_id, position, variant_id, expected, counted, note)
    select ${organization}, ${count.id}, line.*
    from unnest(${lines.map((_, index) => last + index + 1)}::int[], ${lines.map((line) => line.variant_id)}::uuid[],
      ${lines.map((line) => lock.items.get(line.variant_id)?.onHand ?? 0n)}::bigint[],
      ${lines.map(({ counted }) => counted)}::bigint[],
      ${lines.map(({ variant_id: id, note }) => (note === undefined ? (notes.get(id) ?? null) : note))}::text[]) as line
    on conflict on constraint stock_count_lines_variant_key
      do update set counted = excluded.counted, note = excluded.note`);
}
