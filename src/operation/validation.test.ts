import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { Amount } from '../wire/index.ts';
import { validationError } from './validation.ts';

const Priced = z.strictObject({ price: Amount, note: z.string().optional() });

function errorsOf(input: unknown) {
  const parsed = Priced.safeParse(input, { reportInput: true });
  assert.ok(!parsed.success);
  return validationError(parsed.error, Priced).details.errors?.map(({ pointer, code }) => `${pointer} ${code}`);
}

test('a field that is missing and one of another type are told apart', () => {
  assert.deepEqual(errorsOf({}), ['/price required']);
  assert.deepEqual(errorsOf({ price: 19.99 }), ['/price invalid_type']);
  assert.deepEqual(errorsOf({ price: '1', note: 3 }), ['/note invalid_type']);
});
