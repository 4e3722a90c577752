import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { stringify } from 'csv-stringify/sync';
import { refused } from '../../../test/support/refused.ts';
import { readTable } from './csv-table.ts';

const cellsOf = async (content: string) => (await readTable(content, '/content')).rows.map(({ cells }) => cells);

test('separators, byte order marks, line ends and empty lines make no difference', async () => {
  for (const content of ['a,b\n1,2\n', '\uFEFFa;b\r\n1;2\r\n', 'a\tb\n\n1\t2', '"a"|"b"\n\n1|2\n\n']) {
    assert.deepEqual((await readTable(content, '/content')).header, ['a', 'b'], JSON.stringify(content));
    assert.deepEqual(await cellsOf(content), [['1', '2']]);
  }
});

test('a row is told by the line that it begins on, however many its texts have', async () => {
  const { rows } = await readTable('a,b\n1,"x\ny"\n\n2,z\n', '/content');
  assert.deepEqual(
    rows.map(({ line, cells }) => [line, cells[1]]),
    [
      [2, 'x\ny'],
      [5, 'z'],
    ],
  );
});

test('what cannot be a table is refused, with the place and the reason', async () => {
  for (const [content, code] of [
    ['\n\n', 'empty_file'],
    ['a,b\n1,2,3\n', 'uneven_row'],
    ['a,b\n1\n', 'uneven_row'],
    ['a,a\n1,2\n', 'column_twice'],
    ['a,b\n1,"2\n', 'csv_quote_not_closed'],
    [`${'a,'.repeat(300)}\n`, 'too_many_columns'],
  ] as const) {
    await assert.rejects(
      readTable(content, '/heads'),
      refused('file_unreadable', ({ errors }) => {
        assert.deepEqual([errors[0].pointer, errors[0].code], ['/heads', code], JSON.stringify(content));
      }),
    );
  }
});

test('whatever a table holds comes out as it was written', async () => {
  const cell = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== '');
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const content = stringify([['first', 'second'], ...rows], { quoted: true });
      assert.deepEqual(await cellsOf(content), rows);
    }),
  );
});

test('a letter stays whole wherever a long file is cut to be read', async () => {
  for (const shift of [0, 1]) {
    const cell = `${'a'.repeat(shift)}${'🧾'.repeat(9_000)}`;
    const rows = Array.from({ length: 8 }, () => [cell, 'b']);
    assert.deepEqual(await cellsOf(stringify([['first', 'second'], ...rows])), rows);
  }
});
