/** Every operation that declares an undo has one that restores books, stock and reports. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { actionOf } from '../../src/doors/mcp/action.ts';
import { noUndoCodes } from '../../src/operation/no-undo.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { dose } from '../support/dose.ts';
import { sampleOf } from '../support/samples.ts';
import { startSampledShops } from '../support/shop-service.ts';
import type { Wire } from '../support/world.ts';

const { service, shop } = await startSampledShops();
const token: string = (await shop.call('create_mcp_token', { name: 'Claude', preset: 'full' })).token;
// Answers of one sample hold notes, after which the writes of others would wait for a person.
await service.api(shop.who.token, 'PATCH', '/mcp/settings', { ask_after: 'nothing' });
const undoable = catalogue.filter(({ undo }) => undo !== undefined);

/** Non-zero totals of books, stock and reservations. */
async function sums(): Promise<unknown[]> {
  const { rows } = await service.owner.query(
    `select 'books' as of, concat_ws(' ', account_id, entry_date, currency, client_id, variant_id, member_id,
        location_id, tax_rate_id) as what, sum(amount) as a, sum(currency_amount) as b
      from journal_lines group by 2 having sum(amount) <> 0 or sum(currency_amount) <> 0
     union all select 'stock', concat_ws(' ', variant_id, location_id), on_hand, reserved
      from stock_levels where on_hand <> 0 or reserved <> 0
     union all select 'worth', variant_id::text, quantity, value from stock_pools where quantity <> 0
     union all select 'layers', variant_id::text, sum(quantity), sum(value) from stock_layers
      group by variant_id having sum(quantity) <> 0 or sum(value) <> 0
     order by 1, 2`,
  );
  return rows;
}

/** Reports that list entries or sum their sides up, and so show a reversal beside what it reverses. */
const showsEntries: ReadonlySet<string> = new Set(['get_general_ledger', 'get_journal', 'get_trial_balance']);

const reports = catalogue.filter(
  ({ name, http, input }) => http.startsWith('GET /reports/') && input.safeParse({}).success && !showsEntries.has(name),
);

/** Each report, without when it was made and what comes to nothing. */
async function reported(): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>();
  for (const { name } of reports) {
    const { meta: _, ...report } = await shop.call(name);
    all.set(name, JSON.stringify(withoutNothing(report)));
  }
  return all;
}

/** Figures that show what was taken back beside what it was; their difference is reported too, and compared. */
const bothSides: ReadonlySet<string> = new Set(['gross', 'discounts', 'returns', 'count', 'received', 'refunded']);

/** A row whose figures are all nought says what no row says. */
function withoutNothing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNothing).filter((row) => !isNought(row));
  if (typeof value !== 'object' || value === null) return value;
  const compared = Object.entries(value).filter(([key]) => !bothSides.has(key));
  return Object.fromEntries(compared.map(([key, inner]) => [key, withoutNothing(inner)]));
}

function isNought(row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false;
  const figures = Object.values(row).filter((value) => typeof value === 'number' || /^-?\d+\.\d+$/.test(String(value)));
  return figures.length > 0 && figures.every((figure) => Number(figure) === 0);
}

const differing = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...before.keys()].filter((name) => before.get(name) !== after.get(name));

/** One of each way in which money moves. What all others post is added up without reports. */
const reportedOn: ReadonlySet<string> = new Set([
  'record_sale',
  'return_sale',
  'write_off_sale',
  'create_payment',
  'refund_payment',
  'create_transfer',
  'post_expense',
  'create_supplier_payment',
  'post_journal_entry',
]);

/** Simpler input for samples that cannot be undone exactly. */
const simpler: Readonly<Record<string, (input: Wire) => Wire>> = {
  // What is taken back is reversed today, as a void is, and sums are those of each day.
  create_asset: ({ name, account_code, cost, life_months }) => ({ name, account_code, cost, life_months }),
  create_document: ({ client_id, lines }) => ({ type: 'quote', client_id, lines }),
  update_expense: ({ id }) => ({ id, notes: shop.fresh('note') }),
  update_journal_entry: ({ id }) => ({ id, memo: shop.fresh('memo') }),
  update_recurring_expense: ({ id }) => ({ id, name: shop.fresh('rent') }),
};

type Undone = { readonly written: Wire; readonly undone: Wire };

async function doneAndUndone({ name, effect }: Operation, input: object): Promise<Undone> {
  const given = { name, arguments: input, idempotency_key: randomUUID() };
  const answered = await service.tool(token, `run_${effect}_action`, given);
  const written = answered.structuredContent?.code === 'approval_required' ? await approved(answered) : answered;
  assert.notEqual(written.isError, true, `${name}: ${JSON.stringify(written)}`);
  const { undo } = written.structuredContent;
  assert.ok(undo !== undefined, `${name} of its sample offers no way back: ${JSON.stringify(written)}`);
  const undone = await service.api(shop.who.token, 'POST', `/mcp/activity/${undo.id}/undo`, {});
  assert.equal(undone.status, 200, `${name}: ${undone.text}`);
  return { written: written.structuredContent, undone: undone.body };
}

/** Writes beyond every preset are approved by the owner, and undone like the rest. */
async function approved({ structuredContent: { approval_id: id, action } }: Wire): Promise<Wire> {
  const { status, text, body } = await service.api(shop.who.token, 'POST', `/approvals/${id}/approve`, {});
  assert.equal(status, 200, `${action}: ${text}`);
  const { data } = await shop.call('list_mcp_activity', { action, limit: 1 });
  const [{ id: line, undo }] = data;
  return { structuredContent: { ...body.result, undo: undo.possible ? { id: line } : undefined } };
}

/** A record that the write made and that is archived now: where it was there before, nothing is left of the write. */
function leavesArchived({ creates }: Operation, { steps }: Wire): boolean {
  return creates === true && steps.some(({ result }: Wire) => result.status === 'archived' || result.archived_at);
}

test('whatever declares an undo is undone from its sample, and books, stock and reports are as before', async () => {
  const wrong: string[] = [];
  for (const operation of dose(undoable)) {
    const sample = await sampleOf(shop, operation);
    const input = simpler[operation.name]?.(sample.input) ?? sample.input;
    const [before, told] = [await sums(), reportedOn.has(operation.name) ? await reported() : undefined];
    try {
      const { undone } = await doneAndUndone(operation, input);
      assert.equal(undone.outcome === 'archived', leavesArchived(operation, undone), `it says ${undone.outcome}`);
      assert.deepEqual(await sums(), before, operation.name);
      if (told !== undefined) assert.deepEqual(differing(told, await reported()), [], operation.name);
    } catch (error) {
      wrong.push(`${operation.name}: ${error instanceof Error ? error.message.slice(0, 500) : String(error)}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('whatever an AI app may write has a way back, or a reason why it has none', () => {
  const writes = catalogue.filter((operation) => operation.effect !== 'read' && actionOf(operation) !== undefined);
  const neither = writes.filter(({ undo, noUndo }) => (undo === undefined) === (noUndo === undefined));
  assert.deepEqual(
    neither.map(({ name }) => name),
    [],
  );
  const unused = noUndoCodes.filter((code) => !writes.some(({ noUndo }) => noUndo === code));
  assert.deepEqual(unused, []);
});

test('what takes something back is an action with rights of its own, and prepares nothing', () => {
  assert.ok(undoable.length >= 100, `${undoable.length}`);
  assert.deepEqual(
    undoable.filter((operation) => actionOf(operation) === undefined).map(({ name }) => name),
    [],
  );
});
