/** Fields and values that the console shows by their names in the API have names for people. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesInSchemas, schemasOf, writes } from '../../test/support/catalogue-names.ts';
import { catalogue } from '../catalogue.ts';
import { languagesWith, messagesOf } from './index.ts';

/** Fields with codes of standards, programs and files, which are the same in all languages. */
const codes = `api_version category chart chart_of_accounts content_type design e_invoice_format encoding format formats
  nature paper purchase_tax_code reference_type sales_tax_code statement_layout unit`;
/** Fields that name fields, operations and permissions, or that screens put into sentences. */
const saidOtherwise = `allowed_actions code column columns fields labels mapping permissions reason
  refuse_unknown scopes texts`;
const leftOut = `${codes} ${saidOtherwise}`.split(/\s+/);

/** Signing in answers with secrets, which the audit log leaves out. */
const shownWrites = writes.filter(({ http }) => !/auth|passkey/.test(http));
const { fields } = namesInSchemas([
  ...shownWrites.map(({ output }) => output),
  ...shownWrites.filter(({ mcp }) => mcp !== 'hidden').map(({ input }) => input),
]);
const { values } = namesInSchemas(schemasOf(shownWrites), leftOut);
const all = namesInSchemas(schemasOf([...catalogue, ...writes]));
const [fieldNames, valueNames] = [messagesOf('en', 'field_names'), messagesOf('en', 'value_names')];

/** Others are numbers of standards and the like. */
const isWord = (value: string) => /^[a-z][a-z\d_-]*$/.test(value);
const lackingIn = (texts: object, names: Iterable<string>) => [...names].filter((name) => !Object.hasOwn(texts, name));

test('every field that the audit log or an approval shows has a name', () => {
  assert.deepEqual(lackingIn(fieldNames, fields), []);
  assert.ok(fields.size > 900, `${fields.size} fields`);
  assert.deepEqual(lackingIn(fieldNames, ['amount_due', 'amount_dew']), ['amount_dew'], 'control');
});

test('every value of an enumeration that they show has a name', () => {
  assert.deepEqual(lackingIn(valueNames, [...values.keys()].filter(isWord)), []);
  assert.ok(values.size > 400, `${values.size} values`);
  assert.deepEqual(lackingIn(valueNames, ['partially_paid', 'partly_paid']), ['partly_paid'], 'control');
});

test('no name is left that nothing has', () => {
  assert.deepEqual(
    Object.keys(fieldNames).filter((name) => !all.fields.has(name)),
    [],
  );
  assert.deepEqual(
    Object.keys(valueNames).filter((name) => !all.values.has(name)),
    [],
  );
});

test('the languages of the console have them all', () => {
  assert.deepEqual(languagesWith('field_names'), languagesWith('console'));
  assert.deepEqual(languagesWith('value_names'), languagesWith('console'));
});
