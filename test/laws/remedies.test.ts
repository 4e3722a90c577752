/** Remedies of refusals exist: operations by their whole names, and fields of calls and answers. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { refusals } from '../../src/operation/errors.ts';
import { isSchema, type Schema, wireSchemaOf } from '../support/id-fields.ts';
import { faultsOfRemedy } from '../support/remedies.ts';

const operations = new Set(catalogue.map(({ name }) => name));
const verbs = new Set([...operations].map((name) => name.split('_')[0] ?? ''));
const fields = new Set(
  catalogue.flatMap(({ input, output }) => [input, output].flatMap((one) => fieldsOf(wireSchemaOf(one)))),
);

function fieldsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(fieldsOf);
  if (!isSchema(schema)) return [];
  const { properties } = schema as Schema & { readonly properties?: object };
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(fieldsOf)];
}

/** Remedy data of a refusal beside its hint. */
const carried = new Set(['change_with']);

const sources = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
const text = (file: string) => readFileSync(file, 'utf8');

/** Names of operations by their looks that are none. */
function unknownIn(words: string): string[] {
  const named = words.match(/(?<![\w./{-])[a-z]+(?:_[a-z0-9]+)+(?![\w/.:-]*[/:])/g) ?? [];
  return named.filter(
    (name) => verbs.has(name.split('_')[0] ?? '') && !operations.has(name) && !fields.has(name) && !carried.has(name),
  );
}

test('every operation that a refusal says is possible is in the catalogue', () => {
  const wrong = sources.flatMap((file) =>
    (text(file).match(/allowed: (?:status === '\w+' \? )?\[[^\]]*\]/g) ?? []).flatMap((literal) =>
      [...literal.matchAll(/'([a-z]\w*)'/g)].flatMap(([, name = '']) =>
        name.includes('_') && !operations.has(name) ? [`${file}: ${name}`] : [],
      ),
    ),
  );
  assert.deepEqual(wrong, []);
});

test('what hints name, operations and fields alike, exists', () => {
  const declared = refusals().flatMap(({ code, hint }) => unknownIn(hint).map((name) => `${code}: ${name}`));
  const said = sources.flatMap((file) =>
    [...text(file).matchAll(/\bhint(?: =|:)\s*(?:'([^'\n]*)'|`([^`]*)`)/g)].flatMap(([, plain, filled]) =>
      unknownIn((plain ?? filled ?? '').replaceAll(/\$\{[^}]*\}/g, '')).map((name) => `${file}: ${name}`),
    ),
  );
  assert.deepEqual([...declared, ...said], []);
});

test('control: half a name, and a call that is none, are noticed', () => {
  const code = 'invalid_state_transition';
  assert.equal(faultsOfRemedy({ code, allowed: ['restore'] }).length, 1);
  assert.equal(faultsOfRemedy({ code }).length, 1);
  assert.deepEqual(faultsOfRemedy({ code, allowed: ['restore_client'] }), []);
  assert.deepEqual(unknownIn('Call restore_nothing, or send `archive_everything` again.').length, 2);
  assert.deepEqual(unknownIn('Call restore_client.'), []);
});
