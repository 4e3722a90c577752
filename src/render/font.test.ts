import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkFonts } from './font.ts';
import { everyFont } from './fonts.ts';

test('fonts of an organisation are real, few and small', () => {
  const real = readFileSync(everyFont[0] ?? '');
  checkFonts([real]);
  const wrong = [
    [Buffer.from('wOF2')],
    [Buffer.from('<svg')],
    [Buffer.alloc(2_000_001)],
    Array.from({ length: 9 }, () => real),
  ];
  for (const fonts of wrong) assert.throws(() => checkFonts(fonts), { kind: 'font_refused' });
});
