/** Problems of bank files have words for people, by the codes that the readers of these files declare. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { messagesOf } from './index.ts';

test('every problem that a bank file may have has words, and no other', () => {
  const [, list = ''] = /type ProblemCode =([^;]+);/.exec(readFileSync('src/statement/problem.ts', 'utf8')) ?? [];
  const declared = [...list.matchAll(/'(\w+)'/g)].map(([, code = '']) => code);
  assert.ok(declared.length > 10);
  // What an import finds in the records of before has codes of its own.
  const importing = readFileSync('src/modules/bank/imports/import-bank-statement.ts', 'utf8');
  const found = [...importing.matchAll(/code: '(\w+)'/g)].map(([, code = '']) => code);
  assert.ok(found.length > 1);
  const codes = [...declared, ...found];
  assert.deepEqual(Object.keys(messagesOf('en', 'console').banking.problems).toSorted(), codes.toSorted());
});
