import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { whatToWrite } from './what-to-write.ts';

function told(schema: z.ZodType, input: unknown): string {
  const parsed = z.strictObject({ field: schema }).safeParse({ field: input }, { reportInput: true });
  const [issue] = parsed.error?.issues ?? [];
  assert.ok(issue !== undefined);
  return whatToWrite(issue);
}

test('a value that is none of a few is answered with all of them', () => {
  assert.equal(told(z.enum(['open', 'paid']), 'payed'), 'Write one of: open, paid.');
  assert.equal(told(z.literal('invoice'), 'bill'), 'Write invoice.');
});

test('a value that is none of many is answered with the nearest', () => {
  const many = z.enum(['euro', 'franc', ...Array.from({ length: 60 }, (_, index) => `coin-${index}`)]);
  assert.match(told(many, 'eurro'), /^Write one of the 62 known values; the nearest are euro, /);
  assert.match(told(many, 'x'.repeat(100_000)), /^Write one of the 62/);
  assert.match(told(many, { toString: 1 }), /^Write one of the 62/);
});

test('another type is answered with the one to write', () => {
  assert.equal(told(z.string(), 3), 'Write a text, not a number.');
  assert.equal(told(z.string(), null), 'Write a text, not null.');
  assert.equal(told(z.int(), '3'), 'Write a number, not a text.');
  assert.equal(told(z.int(), 3.5), 'Write a whole number.');
  assert.equal(told(z.boolean(), 'yes'), 'Write true or false, not a text.');
  assert.equal(told(z.array(z.string()), 'a'), 'Write a list, not a text.');
  assert.equal(told(z.object({}), []), 'Write an object, not a list.');
  assert.equal(told(z.string(), undefined), 'This field is required.');
});

test('what is too much or too little is answered with the limit', () => {
  assert.equal(told(z.string().max(5), 'too long'), 'Write at most 5 characters.');
  assert.equal(told(z.string().min(3), 'x'), 'Write at least 3 characters.');
  assert.equal(told(z.array(z.int()).max(2), [1, 2, 3]), 'Send at most 2 items.');
  assert.equal(told(z.number().max(100), 200), 'Write a number of at most 100.');
});

test('what a schema says itself is left as it says it', () => {
  assert.equal(told(z.string().max(5, { error: 'Be brief.' }), 'too long'), 'Be brief.');
  assert.equal(told(z.enum(['a'], { error: 'Only a.' }), 'b'), 'Only a.');
});
