import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { identifier } from '../../db/sql.ts';
import { Id, Instant } from '../../wire/index.ts';
import { defineRecord, listRecords, plain } from './index.ts';

const Shelf = z.object({ id: Id('location'), name: z.string(), version: z.int(), created_at: Instant });
const shelf = {
  name: 'location',
  plural: 'locations',
  table: 'shelves',
  path: '/shelves',
  permissions: { read: 'stock:read', manage: 'stock:manage' },
  tells: Shelf,
} as const;

test('a record reads what its schema has: its own columns, and those of every record', () => {
  const { columns } = defineRecord<typeof Shelf>({ ...shelf, schema: Shelf, columns: { name: plain } });
  assert.equal(
    columns.text,
    'shelves.name as name, shelves.id as id, shelves.version as version, shelves.created_at as created_at',
  );
  assert.deepEqual(columns.values, []);
});

test('a field that nothing fills stops the service from starting', () => {
  assert.throws(
    () => defineRecord<typeof Shelf>({ ...shelf, schema: Shelf, columns: {} }),
    /location has no column for name/,
  );
});

test('a filter that not every record has is declared, or stops the service from starting', () => {
  const shelves = defineRecord<typeof Shelf>({ ...shelf, schema: Shelf, columns: { name: plain } });
  const list = { summary: 'List shelves.', sorts: { created_at: 'usual' }, defaultSort: 'created_at' } as const;
  assert.throws(() => listRecords(shelves, { ...list, filters: { name: 'usual' } }), /no usual filter by name/);
});

test('a name in the database is a plain word, whatever else is asked for', () => {
  assert.equal(identifier('tax_rates').text, 'tax_rates');
  for (const name of ['', 'Tax', 'a b', 'a;', 'a"', "a'", '1a', 'a.b', 'a'.repeat(64), 'a\n']) {
    assert.throws(() => identifier(name), /is no name in the database/, name);
  }
});
