import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStatementFile } from './read.ts';
import { referencesIn } from './references.ts';

test('references with right check digits are found in a text, however they are printed', () => {
  assert.deepEqual(referencesIn('SAMMELGUTSCHRIFT QR 210000000003139471430009017'), ['210000000003139471430009017']);
  assert.deepEqual(referencesIn('QR 21 00000 00003 13947 14300 09017 danke'), ['210000000003139471430009017']);
  assert.deepEqual(referencesIn('Re RF18 5390 0754 7034'), ['RF18539007547034']);
  assert.deepEqual(referencesIn('RF18 5390 0754 7034 DANKE SEHR'), ['RF18539007547034']);
  assert.deepEqual(referencesIn('***090/9337/55493***'), ['+++090/9337/55493+++']);
});

test('numbers with other check digits are no references', () => {
  for (const text of ['210000000003139471430009018', 'RF19539007547034', '+++090/9337/55494+++', '']) {
    assert.deepEqual(referencesIn(text), [], text);
  }
});

test('a line without a field for references has those of its text', () => {
  const csv = 'Date,Description,Amount\n2026-03-02,Pay RF18539007547034,1.00\n';
  const { statements } = readStatementFile(Buffer.from(csv), { currency: 'EUR' });
  assert.deepEqual(statements[0]?.lines[0]?.references, ['RF18539007547034']);
});
