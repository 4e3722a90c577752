import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { BusinessError, invalidCursor } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { validationError } from '../../operation/validation.ts';
import { Amount } from '../../wire/index.ts';
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
    lines: z.array(z.strictObject({ quantity: z.string() })).optional(),
  }),
  output: z.object({}),
  run: async () => ({}),
});

function repairOf(input: Record<string, unknown>): object | undefined {
  const parsed = pay.input.safeParse(input);
  assert.equal(parsed.success, false);
  return parsed.success ? undefined : repaired(pay, input, validationError(parsed.error, pay.input));
}

test('numbers, texts, truths, single values and camelCase are put right together', () => {
  assert.deepEqual(
    repairOf({ amount: 19.99, clientId: 'c', limit: '10', final: 'true', tags: 'vip', lines: [{ quantity: 2 }] }),
    { amount: '19.99', client_id: 'c', limit: 10, final: true, tags: ['vip'], lines: [{ quantity: '2' }] },
  );
});

test('what needs a choice is not guessed', () => {
  for (const input of [
    { amount: '1,234.50', client_id: 'c' },
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
  assert.deepEqual(repaired(pay, { cursor: 'x', client_id: 'c' }, refusal), { client_id: 'c' });
  assert.ok(refusal instanceof BusinessError);
});
