import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { BusinessError } from '../operation/errors.ts';
import { inputFrom } from './input.ts';

const shape = {
  limit: z.int().default(25),
  open: z.boolean().optional(),
  status: z.array(z.enum(['a', 'b'])).optional(),
  days: z.array(z.int()).default([30]),
  total: z.union([z.string(), z.strictObject({ gte: z.string() })]).optional(),
  note: z.string().nullable().optional(),
};

const fromQuery = (query: object) => inputFrom({ params: {}, query, body: {}, shape });

test('a query says numbers, booleans and lists as text, and they become what the field is', () => {
  assert.deepEqual(
    { ...fromQuery({ limit: '5', open: 'true', status: 'a,b', note: '5' }) },
    { limit: 5, open: true, status: ['a', 'b'], note: '5' },
  );
  assert.deepEqual(fromQuery({ open: 'false' })['open'], false);
  assert.deepEqual(fromQuery({ status: ['a', 'b,a'] })['status'], ['a', 'b', 'a']);
  assert.deepEqual(fromQuery({ days: '30,x,90' })['days'], [30, 'x', 90]);
});

test('what is no such thing stays text, so that validation says what is wrong', () => {
  for (const limit of ['', '1.5', '1e3', '0x1', ' 1', 'five', '9'.repeat(16)]) {
    assert.equal(fromQuery({ limit })['limit'], limit);
  }
  for (const open of ['', '1', 'yes', 'TRUE']) assert.equal(fromQuery({ open })['open'], open);
  assert.deepEqual(fromQuery({ limit: ['1', '2'] })['limit'], ['1', '2']);
});

test('bounds of one field come together', () => {
  const { total } = fromQuery({ 'total[gte]': '1', 'total[lt]': '9' });
  assert.deepEqual(total, { gte: '1', lt: '9' });
  const { custom_fields: own } = fromQuery({ 'custom_fields[Größe]': 'L', 'custom_fields[my key]': 'x' });
  assert.deepEqual(own, { Größe: 'L', 'my key': 'x' });
  for (const odd of ['total[]', 'total[gt][lt]', 'total[gt', 'Total[gt]'])
    assert.equal(fromQuery({ [odd]: '1' })[odd], '1');
});

test('a field that is given twice is refused rather than guessed at', () => {
  const refused = (work: () => unknown, pointer: string) =>
    assert.throws(work, (error) => {
      assert.ok(error instanceof BusinessError);
      assert.deepEqual([error.details.errors?.[0]?.pointer, error.details.errors?.[0]?.code], [pointer, 'given_twice']);
      return true;
    });
  refused(() => fromQuery({ total: '1', 'total[gte]': '2' }), '/total');
  refused(() => fromQuery({ 'total[gte]': '2', total: '1' }), '/total');
  refused(() => inputFrom({ params: { id: '1' }, query: {}, body: { id: '2' }, shape }), '/id');
  refused(() => inputFrom({ params: {}, query: { note: 'a' }, body: { note: 'b' }, shape }), '/note');
});

test('no name of a field reaches what objects are made of', () => {
  const names = fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    '__proto__[x]',
    'constructor[prototype]',
    'a[b]',
  );
  fc.assert(
    fc.property(fc.dictionary(names, fc.string()), (query) => {
      fc.pre(!('__proto__[x]' in query && Object.hasOwn(query, '__proto__')));
      fc.pre(!('constructor[prototype]' in query && Object.hasOwn(query, 'constructor')));
      const input = fromQuery(query);
      assert.equal(Object.getPrototypeOf(input), Object.prototype);
      assert.equal(({} as Record<string, unknown>)['x'], undefined);
      assert.deepEqual(new Set(Object.keys(input)), new Set(Object.keys(query).map((key) => key.replace(/\[.*/, ''))));
    }),
  );
});
