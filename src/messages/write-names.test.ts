/** Writes that people read of, and columns that they export, have words in the languages of the console. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { writes as operations } from '../../test/support/catalogue-names.ts';
import { languagesWith, messagesOf } from './index.ts';

/** What the audit log calls a refused credential. */
const refusedUses = ['use_session', 'use_mcp_token', 'use_api_key', 'use_connected_app'];
/** What the audit log tells of, and an AI app may be allowed to ask for. */
const writes = [...operations.map(({ name }) => name), ...refusedUses];
const english = messagesOf('en', 'field_names');

function isSaid(name: string): boolean {
  const { verbs, wholes } = messagesOf('en', 'console').asked;
  const { things } = messagesOf('en', 'timeline');
  const [verb = '', ...rest] = name.split('_');
  return Object.hasOwn(wholes, name) || (Object.hasOwn(verbs, verb) && Object.hasOwn(things, rest.join('_')));
}

test('every write is said by its verb and its thing, or as a whole', () => {
  assert.deepEqual(
    writes.filter((name) => !isSaid(name)),
    [],
  );
  assert.ok(!isSaid('greet_client') && !isSaid('void_weather'), 'control');
});

test('no verb and no whole is left that no write has', () => {
  const { verbs, wholes } = messagesOf('en', 'console').asked;
  const names = new Set(writes);
  const verbsThere = new Set(writes.map((name) => name.split('_', 1)[0]));
  assert.deepEqual(
    Object.keys(wholes).filter((name) => !names.has(name)),
    [],
  );
  assert.deepEqual(
    Object.keys(verbs).filter((verb) => !verbsThere.has(verb)),
    [],
  );
});

test('every column that a list of the console exports has a name', () => {
  const sources = globSync('console/src/screens/**/*.tsx').map((file) => readFileSync(file, 'utf8'));
  const lists = sources.flatMap((text) => [...text.matchAll(/\bfields[:=]\s*=?\s*'([a-z_\d,.]+)'/g)]);
  const fields = new Set(lists.flatMap(([, list = '']) => list.split(/[,.]/)));
  assert.ok(fields.size > 100, `${fields.size} fields`);
  assert.deepEqual([...fields].filter((field) => !Object.hasOwn(english, field)).toSorted(), []);
});

test('the languages of the console have them all', () => {
  assert.deepEqual(languagesWith('field_names'), languagesWith('console'));
});
