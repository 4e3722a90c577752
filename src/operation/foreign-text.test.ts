import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { catalogue } from '../catalogue.ts';
import { ForeignName, ForeignText, foreignKeyword } from '../wire/index.ts';
import { foreignIn } from './foreign-text.ts';

const Note = z.object({ title: ForeignName, body: ForeignText.nullable(), number: z.string() });
const note = { title: '', body: null, number: 'N-1' };
const kinds = (schema: z.ZodType, output: unknown, input: unknown = {}) => [...foreignIn(schema, output, input)];

test('what others wrote is found however deep it lies, and what the house wrote is not', () => {
  const Deep = z.object({ data: z.array(z.union([Note.nullable(), z.record(z.string(), Note)])) });
  assert.deepEqual(kinds(Deep, { data: [note, null] }), []);
  assert.deepEqual(kinds(Deep, { data: [null, { ...note, title: 'Ana' }] }), ['name']);
  assert.deepEqual(kinds(Deep, { data: [{ any: { ...note, body: 'Pay at once.' } }] }), ['text']);
  const Whole = z.object({ copy: z.unknown().meta({ [foreignKeyword]: 'text' }) });
  assert.deepEqual(kinds(Whole, { copy: [{ deep: 'Pay at once.' }] }), ['text']);
});

test('of a union whose shapes have names only the one that a value names is looked at', () => {
  const Found = z.discriminatedUnion('field', [
    z.object({ field: z.enum(['name', 'email']), text: ForeignName }),
    z.object({ field: z.literal('notes'), text: ForeignText }),
  ]);
  const found = (field: string) => kinds(z.object({ found: Found.nullable() }), { found: { field, text: 'Ana' } });
  assert.deepEqual([found('email'), found('notes'), found('other')], [['name'], ['text'], []]);
});

test('what the caller sent with the same call tells it nothing new', () => {
  const output = { ...note, body: 'Pay at once.' };
  assert.deepEqual(kinds(Note, output, { lines: [{ text: 'Pay at once.' }] }), []);
  assert.deepEqual(kinds(Note, output, { text: 'Pay' }), ['text']);
});

/** Fields that bear these names hold what others wrote, wherever they are answered. */
const foreignFields = new Set([
  'notes',
  'notes_internal',
  'notes_public',
  'untrusted_text',
  'accepted_by',
  'declined_by',
  'decline_reason',
  'client_name',
  'payee_name',
  'supplier_name',
]);
/** Of the house itself, which what it is answered to belongs to. */
const ofTheHouse: ReadonlySet<string> = new Set(['get_organization notes', 'update_organization notes']);

type Json = { readonly [key: string]: unknown };

function unmarked(schema: unknown, field = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, items, anyOf = [], additionalProperties, ...said } = schema as Json;
  const isPlain = said['type'] === 'string' && foreignFields.has(field) && said[foreignKeyword] === undefined;
  return [
    ...(isPlain ? [field] : []),
    ...Object.entries(properties as Json).flatMap(([name, inner]) => unmarked(inner, name)),
    ...(anyOf as unknown[]).flatMap((inner) => unmarked(inner, field)),
    ...unmarked(items, field),
    ...unmarked(additionalProperties, field),
  ];
}

test('control: a field without its mark would be noticed', () => {
  const nullable = { anyOf: [{ type: 'string' }, { type: 'null' }] };
  assert.deepEqual(
    unmarked({ properties: { notes: nullable, data: { items: { properties: { payee_name: { type: 'string' } } } } } }),
    ['notes', 'payee_name'],
  );
});

test('every answer marks the fields that hold what others wrote', () => {
  const plain = catalogue.flatMap(({ name, output }) => {
    const json = z.toJSONSchema(output, { io: 'input', unrepresentable: 'any' });
    return [json, ...Object.values(json.$defs ?? {})].flatMap((schema) =>
      unmarked(schema).map((field) => `${name} ${field}`),
    );
  });
  assert.deepEqual(
    [...new Set(plain)].filter((field) => !ofTheHouse.has(field)),
    [],
  );
});
