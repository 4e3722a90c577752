import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { Amount, CountryCode, Currency, Day, Email, Id, Text } from '../wire/index.ts';
import { validationError } from './validation.ts';

const Priced = z.strictObject({ price: Amount, note: z.string().optional() });

function problemsOf(schema: z.ZodType, input: unknown) {
  const parsed = schema.safeParse(input, { reportInput: true });
  assert.ok(!parsed.success);
  return validationError(parsed.error, schema).details;
}

function errorsOf(input: unknown, schema: z.ZodType = Priced) {
  return problemsOf(schema, input).errors?.map(({ pointer, code }) => `${pointer} ${code}`);
}

test('a field that is missing and one of another type are told apart', () => {
  assert.deepEqual(errorsOf({}), ['/price required']);
  assert.deepEqual(errorsOf({ price: 19.99 }), ['/price invalid_type']);
  assert.deepEqual(errorsOf({ price: '1', note: 3 }), ['/note invalid_type']);
});

const Sale = z.strictObject({
  client_id: Id('client').optional(),
  sale_date: Day.optional(),
  lines: z.array(z.strictObject({ name: Text(5), 'a/b~c': z.int().optional() })).min(1),
});

test('every field that is wrong is told by its place, in lists as well', () => {
  const input = { client_id: 'sale_x', lines: [{ name: 'fine' }, { name: 'too long' }, {}] };
  assert.deepEqual(errorsOf(input, Sale), ['/client_id wrong_id', '/lines/1/name too_big', '/lines/2/name required']);
  assert.deepEqual(errorsOf({ lines: [] }, Sale), ['/lines too_small']);
  assert.deepEqual(errorsOf([], Sale), [' invalid_type']);
  assert.deepEqual(errorsOf(undefined, Sale), [' required']);
});

test('of each place is told once what to write', () => {
  const Contact = z.strictObject({
    email: Email,
    currency: Currency,
    country: CountryCode,
    day: z.int().min(1).max(31),
  });
  const long = 'x'.repeat(20_000);
  const { errors } = problemsOf(Contact, { email: long, currency: long, country: long, day: 1e30 });
  assert.deepEqual(
    errors?.map(({ pointer, message }) => `${pointer} ${message}`),
    [
      '/email Write at most 254 characters.',
      '/currency Write an ISO 4217 currency code, such as "EUR".',
      '/country Write an ISO 3166 country code, such as "DE".',
      '/day Write a number of at most 31.',
    ],
  );
  assert.deepEqual(problemsOf(z.strictObject({ count: z.int() }), { count: 1e30 }).errors?.length, 1);
});

test('an amount that is too large is told how large it may be', () => {
  const { errors } = problemsOf(Priced, { price: '123456789012345678901234' });
  assert.equal(errors?.[0]?.message, 'Write at most 12 digits before the decimal point.');
});

test('a pointer escapes what would be read as part of the path', () => {
  assert.deepEqual(errorsOf({ lines: [{ name: 'x', 'a/b~c': 'y' }] }, Sale), ['/lines/0/a~1b~0c invalid_type']);
  assert.deepEqual(errorsOf({ lines: [{ name: 'x' }], 'x/y~z': 1 }, Sale), ['/x~1y~0z unknown_field']);
});

test('an unknown field is told with those there are, and the name is cut where it is endless', () => {
  const { errors, hint } = problemsOf(Priced, { price: '1', prize: '2' });
  assert.equal(errors?.[0]?.message, 'There is no such field. Fields: price, note.');
  assert.equal(hint, errors?.[0]?.message);
  const endless = problemsOf(Priced, { price: '1', ['x'.repeat(10_000)]: 1 }).errors?.[0]?.pointer;
  assert.equal(endless, `/${'x'.repeat(100)}`);
  assert.equal(
    problemsOf(z.strictObject({}), { limit: 1 }).hint,
    'There is no such field. This operation takes no fields.',
  );
});

test('deep inside too, fields are told with those there are, and lists with what they hold', () => {
  const Bill = z.strictObject({
    lines: Sale.shape.lines.nullish(),
    by: z.union([z.literal('me'), z.strictObject({ gte: Day, lte: Day })]).optional(),
    kinds: z.array(z.enum(['open', 'paid'])).default([]),
  });
  const said = (input: object) => problemsOf(Bill, input).errors?.map(({ message }) => message);
  assert.deepEqual(said({ lines: [{ name: 'x', nmae: 'y' }] }), ['There is no such field. Fields: name, a/b~c.']);
  assert.deepEqual(said({ lines: 'one' }), ['Write a list, not a text. Each item is an object with: name, a/b~c.']);
  assert.deepEqual(said({ kinds: 'due' }), ['Write a list, not a text. Of: open, paid.']);
});

test('of a value that takes several shapes, the one that was written is told what to write', () => {
  const When = z.strictObject({ on: z.union([Day, z.strictObject({ gte: Day.optional(), lte: Day.optional() })]) });
  const said = (on: unknown) => problemsOf(When, { on }).errors?.map(({ pointer, message }) => [pointer, message]);
  assert.deepEqual(said('soon'), [['/on', 'Write an existing date as YYYY-MM-DD, such as "2026-03-31".']]);
  assert.deepEqual(said({ gte: 'soon' }), [['/on/gte', 'Write an existing date as YYYY-MM-DD, such as "2026-03-31".']]);
  assert.deepEqual(said({ since: 'May' }), [['/on/since', 'There is no such field. Fields: gte, lte.']]);
  assert.deepEqual(said(5), [['/on', 'Write a text, not a number. Or: Write an object, not a number.']]);
});

test('the hint is what to write for the first field that is wrong', () => {
  assert.match(String(problemsOf(Priced, { price: 19.99 }).hint), /as a string, such as "19\.99"/);
  assert.match(String(problemsOf(Priced, { price: '19,99' }).hint), /as a string, such as "19\.99"/);
  assert.match(String(problemsOf(Priced, {}).hint), /as a string, such as "19\.99"/);
  assert.equal(problemsOf(Sale, {}).hint, 'This field is required.');
  assert.match(String(problemsOf(Sale, { lines: [{ name: 'x' }], sale_date: '2026-02-30' }).hint), /an existing date/);
});

test('of many mistakes the first twenty are told', () => {
  const lines = Array.from({ length: 50 }, () => ({}));
  assert.equal(problemsOf(Sale, { lines }).errors?.length, 20);
});

test('nothing of what was sent is repeated but names of fields', () => {
  const secret = 'correct horse battery';
  const told = JSON.stringify(problemsOf(Sale, { client_id: secret, sale_date: secret, lines: [{ name: secret }] }));
  assert.equal(told.includes('horse'), false);
});
