import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { Wire } from '../../../test/support/world.ts';
import { BusinessError, invalidCursor } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { validationError } from '../../operation/validation.ts';
import { Amount, Day } from '../../wire/index.ts';
import { repaired } from './retry-with.ts';

const pay = operation({
  name: 'pay',
  summary: 'Pay.',
  http: 'POST /payments',
  effect: 'write',
  permission: 'payments:write',
  mcp: 'action',
  input: z.strictObject({
    amount: Amount,
    client_id: z.string(),
    limit: z.int().optional(),
    final: z.boolean().optional(),
    tags: z.array(z.string()).optional(),
    lines: z.array(z.strictObject({ quantity: z.string(), side: z.enum(['debit', 'credit']).optional() })).optional(),
    kinds: z.array(z.enum(['overdue', 'open'])).optional(),
    paid_on: Day.optional(),
  }),
  output: z.object({}),
  run: async () => ({}),
});

const around = { today: '2026-11-22', currency: 'EUR' };

function repairOf(input: Record<string, unknown>): object | undefined {
  const parsed = pay.input.safeParse(input);
  assert.equal(parsed.success, false);
  return parsed.success
    ? undefined
    : repaired(pay, input, { ...around, error: validationError(parsed.error, pay.input) });
}

test('numbers, texts, truths, single values and camelCase are put right together', () => {
  assert.deepEqual(
    repairOf({ amount: 19.99, clientId: 'c', limit: '10', final: 'true', tags: 'vip', lines: [{ quantity: 2 }] }),
    { amount: '19.99', client_id: 'c', limit: 10, final: true, tags: ['vip'], lines: [{ quantity: '2' }] },
  );
});

test('slips in fields and choices are put right, however deep', () => {
  assert.deepEqual(
    repairOf({ amuont: '1', client_id: 'c', kinds: 'Overdeu', lines: [{ quantty: '2', side: 'Debit' }] }),
    { amount: '1', client_id: 'c', kinds: ['overdue'], lines: [{ quantity: '2', side: 'debit' }] },
  );
});

test('a day is put in order where its parts leave one order', () => {
  for (const paid_on of ['31.12.2026', '2026/12/31', '12/31/2026', '31/12/2026', '2026-12-31T10:00:00Z']) {
    assert.equal((repairOf({ amount: '1', client_id: 'c', paid_on }) as Wire).paid_on, '2026-12-31', paid_on);
  }
  for (const [paid_on, day] of [
    ['yesterday', '2026-11-21'],
    ['Today', '2026-11-22'],
    [' tomorrow ', '2026-11-23'],
  ]) {
    assert.equal((repairOf({ amount: '1', client_id: 'c', paid_on }) as Wire).paid_on, day, paid_on);
  }
  for (const paid_on of ['03/04/2026', '31.02.2026', 'next Friday', 'constructor']) {
    assert.equal(repairOf({ amount: '1', client_id: 'c', paid_on }), undefined, paid_on);
  }
});

test('an amount is read as people write it, where that leaves one number in one currency', () => {
  for (const [written, amount] of [
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1’234.50', '1234.50'],
    ['12\u202f345,60 €', '12345.60'],
    ['EUR 89,00', '89.00'],
    ['€89', '89'],
    ['77,5', '77.5'],
  ]) {
    assert.equal((repairOf({ amount: written, client_id: 'c' }) as Wire).amount, amount, written);
  }
  for (const written of ['1,234', '1.234.56', '1,23,456.00', '$89', '89,00 USD', 'half', '12 34,50', '5%', '']) {
    assert.equal(repairOf({ amount: written, client_id: 'c' }), undefined, written);
  }
});

test('a text becomes the one field that a list of objects cannot do without', () => {
  const lines = 'three';
  assert.deepEqual(repairOf({ amount: '1', client_id: 'c', lines }), {
    amount: '1',
    client_id: 'c',
    lines: [{ quantity: 'three' }],
  });
});

test('what needs a choice is not guessed', () => {
  for (const input of [
    { amount: '1,234', client_id: 'c' },
    { amount: '10' },
    { amount: '10', client_id: 'c', customer: 'Acme' },
    { amount: 10, client_id: 'c', limit: 'many' },
    { amount: '10', client_id: 'c', clientId: 'd' },
    { amount: 1e-9, client_id: 'c' },
  ]) {
    assert.equal(repairOf(input), undefined, JSON.stringify(input));
  }
});

test('a cursor of another list is left out, and other refusals have no mechanical repair', () => {
  const refusal = invalidCursor();
  assert.deepEqual(repaired(pay, { cursor: 'x', client_id: 'c' }, { ...around, error: refusal }), { client_id: 'c' });
  assert.ok(refusal instanceof BusinessError);
});
