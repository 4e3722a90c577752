/** The compiled encoder is an allowlist that must say exactly what zod's own would. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { longTest } from '../../test/support/dose.ts';
import { catalogue } from '../catalogue.ts';
import { Amount, Money, Percent, Quantity, SignedAmount, SignedQuantity, UnitPrice } from '../wire/index.ts';
import { encoderOf } from './encode.ts';

type Any = fc.Arbitrary<unknown>;

const currency = fc.constantFrom('EUR', 'JPY', 'KWD');
const whole = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
const notNegative = fc.bigInt({ min: 0n, max: 10n ** 12n });
const scale = fc.integer({ min: 0, max: 6 });
/** A codec that is described anew is another object with the same functions. */
const encodes = (schema: z.ZodType): unknown => (schema as z.ZodCodec).def.reverseTransform;
const codecs = new Map<unknown, Any>([
  [encodes(Money), fc.record({ minor: whole, currency })],
  [encodes(UnitPrice), fc.record({ micro: whole, currency })],
  [encodes(Amount), fc.record({ units: notNegative, scale })],
  [encodes(SignedAmount), fc.record({ units: whole, scale })],
  [encodes(Quantity), notNegative],
  [encodes(SignedQuantity), whole],
  [encodes(Percent), notNegative],
]);
const texts = [
  '2026-03-31',
  '2026-03-31T12:00:00.000Z',
  'EUR',
  'DE',
  'Zoë',
  '0',
  '19.99',
  'a@b.example',
  'https://x.y/',
  '#336699',
  'de',
  '01890a5d-ac96-774b-bcce-b302099a8057',
  'sale_01h455vb4pex5vsknk084sn02q',
];

/** Values as a handler answers them, before they are encoded. */
function valuesOf(schema: z.ZodType, depth = 0): Any {
  const of = (inner: unknown) => valuesOf(inner as z.ZodType, depth + 1);
  if (depth > 16) return fc.constant(null);
  if (schema instanceof z.ZodCodec) return codecs.get(encodes(schema)) ?? idsOf(schema);
  if (schema instanceof z.ZodLazy) return of(schema.unwrap());
  if (schema instanceof z.ZodNullable) return fc.option(of(schema.unwrap()), { nil: null });
  // Answers are complete, so no default is ever taken.
  if (schema instanceof z.ZodDefault) return of(schema.unwrap());
  if (schema instanceof z.ZodOptional) return fc.option(of(schema.unwrap()), { nil: undefined });
  if (schema instanceof z.ZodArray) {
    const minLength = z.toJSONSchema(schema, { unrepresentable: 'any' }).minItems ?? 0;
    return fc.array(of(schema.element), { minLength, maxLength: Math.max(2, minLength) });
  }
  if (schema instanceof z.ZodRecord) {
    const keys = ['a', 'b', 'c', 'de', 'ja'].filter((key) => (schema.keyType as z.ZodType).safeParse(key).success);
    return fc.dictionary(fc.constantFrom(...keys), of(schema.valueType));
  }
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(of));
  if (schema instanceof z.ZodObject) {
    return fc.record(Object.fromEntries(Object.entries(schema.shape).map(([key, field]) => [key, of(field)])));
  }
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  const plain = [...texts, 0, 1, 12, 2_000, true, false, null].filter((one) => schema.safeParse(one).success);
  assert.ok(plain.length > 0, `no values for a ${schema.type}`);
  return fc.constantFrom(...plain);
}

function idsOf(schema: z.ZodType): Any {
  const id = String(z.encode(schema, '01890a5d-ac96-774b-bcce-b302099a8057'));
  assert.match(id, /^[a-z]+_01h455vb4pex5vsknk084sn02q$/, 'a codec that this test does not know: teach it');
  return fc.uuid();
}

/** As they stand in an answer, where a field that is undefined is not there. */
const onTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function assertSame(schema: z.ZodType): void {
  const encode = encoderOf(schema);
  fc.assert(
    fc.property(valuesOf(schema), (value) => {
      assert.deepEqual(onTheWire(encode(value)), onTheWire(z.encode(schema, value)));
    }),
    { numRuns: 20 },
  );
}

test('for the output of every operation, the encoder says what zod would', longTest, () => {
  for (const { output } of catalogue) assertSame(output);
});

test('for the data of every event, the encoder says what zod would', () => {
  for (const schema of new Set(catalogue.flatMap(({ emits = [] }) => emits.map(({ data }) => data))))
    assertSame(schema);
});

const Shelf = z.object({ name: z.string(), books: z.array(z.object({ title: z.string(), price: Money.nullable() })) });

test('a field that is not declared never leaves, at any depth', () => {
  const price = { minor: 1999n, currency: 'EUR', cost: 5n };
  const shelf = { name: 'A', books: [{ title: 'B', price, secret: 1 }], password_hash: 'x' };
  assert.deepEqual(encoderOf(Shelf)(shelf), { name: 'A', books: [{ title: 'B', price: '19.99' }] });
});

test('a declared field that is missing is a failure that names it, not a hole in the answer', () => {
  for (const [shelf, where] of [
    [{ books: [] }, /name/],
    [{ name: 'A' }, /books/],
    [{ name: 'A', books: [{ title: 'B' }] }, /books/],
    [{ name: 'A', books: [{ price: null }] }, /books/],
  ] as const) {
    assert.throws(() => encoderOf(Shelf)(shelf), where);
  }
});
