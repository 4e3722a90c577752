import assert from 'node:assert/strict';
import { test } from 'node:test';
import { footersOf } from './footers.ts';
import { formatsOf } from './formats.ts';
import { lettersPerSlice, mapInSlices, rowsPerSlice } from './in-slices.ts';
import { mappingFor } from './mapping.ts';
import { columnsIn, readTables, recordsIn } from './records.ts';
import type { Kind } from './fields.ts';

const rows = 40 * rowsPerSlice;

const files: Partial<Readonly<Record<Kind, string>>> = {
  clients: table('company_name,email', (n) => `Company ${n},office${n}@company.example`),
  products: table('sku,name,price,quantity,cost', (n) => `SKU-${n},Product ${n},${n % 90}.95,${n % 20},1.10`),
  sales: table('order_id,date,customer,description,quantity,unit_price,line_total', (n) => {
    return `S-${n % 4_000},2026-01-1${n % 10},Company ${n % 4_000},Work ${n},1,${n % 300}.50,${n % 300}.50`;
  }),
  payments: table('client,date,amount', (n) => `Company ${n},2026-01-1${n % 10},${n % 300}.50`),
};

for (const [kind, content] of Object.entries(files)) {
  test(`while a long file of ${kind} is read, others have their turn after each slice of it`, async () => {
    const turns = countTurns();
    const plan = await read(kind as Kind, content);
    const taken = turns.stop();
    // Its letters are taken apart once, and its rows gone through by the table, the cells of a column and the records.
    const slices = Math.floor(content.length / lettersPerSlice) + (3 * rows) / rowsPerSlice;
    assert.ok(taken >= slices - 4, `${taken} turns in ${slices} slices`);
    assert.equal(plan.rows, rows);
  });
}

test('no slice has more rows than its limit', async () => {
  let inSlice = 0;
  let longest = 0;
  const turns = countTurns(() => (inSlice = 0));
  const items = Array.from({ length: 1_000 }, (_, index) => index);
  const doubled = await mapInSlices(items, (item) => {
    inSlice += 1;
    longest = Math.max(longest, inSlice);
    return 2 * item;
  });
  turns.stop();
  assert.equal(longest, rowsPerSlice);
  assert.deepEqual(
    doubled,
    items.map((item) => 2 * item),
  );
});

async function read(kind: Kind, content: string): Promise<{ readonly rows: number }> {
  const tables = await readTables({ rows: content }, null);
  const sources = [tables.rows];
  const mapping = mappingFor({ kind }, sources);
  const { formats } = await formatsOf(await columnsIn(sources, mapping), { mapping, stated: {} });
  const records = await recordsIn(tables, { kind, mapping, defaults: {}, formats });
  await footersOf(sources, { kind, mapping, formats });
  return { rows: records.reduce((sum, { lines }) => sum + lines.length, 0) };
}

/** Turns of the event loop that somebody else has until it is stopped. */
function countTurns(onTurn: () => void = () => undefined): { readonly stop: () => number } {
  let turns = 0;
  let isStopped = false;
  const turn = () => {
    turns += 1;
    onTurn();
    if (!isStopped) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    stop: () => {
      isStopped = true;
      return turns;
    },
  };
}

function table(head: string, row: (index: number) => string): string {
  return [head, ...Array.from({ length: rows }, (_, index) => row(index))].join('\n');
}
