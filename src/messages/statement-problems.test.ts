/** Problems of bank files have words for people, by the codes that the readers of these files declare. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { messagesOf } from './index.ts';

const { problems, unreadable } = messagesOf('en', 'console').banking;

function codesOf(type: string): string[] {
  const source = readFileSync('src/statement/problem.ts', 'utf8');
  const [, list = ''] = new RegExp(`type ${type} =([^;]+);`).exec(source) ?? [];
  const codes = [...list.matchAll(/'(\w+)'/g)].map(([, code = '']) => code);
  assert.ok(codes.length > 8);
  return codes.toSorted();
}

test('every reason why a bank file cannot be read has words, and no other', () => {
  assert.deepEqual(Object.keys(unreadable).toSorted(), codesOf('UnreadableStatementCode'));
});

test('every problem that a bank file may have has words, and no other', () => {
  // What an import finds in the records of before has codes of its own.
  const importing = readFileSync('src/modules/bank/imports/import-bank-statement.ts', 'utf8');
  const found = [...importing.matchAll(/weight: '\w+',\s*code: '(\w+)'/g)].map(([, code = '']) => code);
  assert.ok(found.length > 1);
  assert.deepEqual(Object.keys(problems).toSorted(), [...codesOf('ProblemCode'), ...found].toSorted());
});
