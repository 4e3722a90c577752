/** Ids are in the order in which they were made, which histories and lists go by. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from './new-id.ts';

const noon = Date.parse('2026-03-10T12:00:00Z');
const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('ids of the same millisecond are in the order in which they were made', () => {
  const ids = Array.from({ length: 10_000 }, () => newId(noon));
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.every((id) => version7.test(id)));
});

test('an id tells its millisecond, and nothing of how many were made before it', () => {
  const ids = Array.from({ length: 1_000 }, (_, ms) => newId(noon + ms));
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(Number.parseInt(ids[7]?.replaceAll('-', '').slice(0, 12) ?? '', 16), noon + 7);
  const ends = ids.map((id) => id.slice(14, 23));
  assert.ok(new Set(ends).size > 990, 'each begins anywhere');
});
