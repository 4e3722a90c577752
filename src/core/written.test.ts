import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayInWords, dayTells, dayWritten, numberTells, numberWritten } from './written.ts';

test('a number is read by the sign before its decimals, and by no other', () => {
  for (const [text, point, comma] of [
    ['1.100,00', undefined, '1100.00'],
    ['1,100.00', '1100.00', undefined],
    ['12,50', undefined, '12.50'],
    ['12.50', '12.50', undefined],
    ['1 250,5', undefined, '1250.5'],
    ["1'250.50", '1250.50', undefined],
    ['1.234.567', undefined, '1234567'],
    ['-0,5', undefined, '-0.5'],
    ['7', '7', '7'],
    ['0.125', '0.125', undefined],
    ['1,250', '1250', '1.250'],
    ['1.100', '1.100', '1100'],
    ['1,10,00', undefined, undefined],
    ['1 kg', undefined, undefined],
    ['€ 5', undefined, undefined],
    ['', undefined, undefined],
  ] as const) {
    assert.deepEqual(
      [numberWritten(text, 'decimal_point'), numberWritten(text, 'decimal_comma')],
      [point, comma],
      text,
    );
    const isAmbiguous = point !== undefined && comma !== undefined && point !== comma;
    assert.equal(numberTells(text).isAmbiguous, isAmbiguous, text);
  }
});

test('a day is read by what comes first, and only where there is such a day', () => {
  for (const [text, year, day, month] of [
    ['2026-11-02', '2026-11-02', undefined, undefined],
    ['2009-01-01 00:00:00', '2009-01-01', undefined, undefined],
    ['2026/3/7', '2026-03-07', undefined, undefined],
    ['20261102', '2026-11-02', undefined, undefined],
    ['02112026', undefined, undefined, undefined],
    ['02.11.2026', undefined, '2026-11-02', undefined],
    ['31.12.2026', undefined, '2026-12-31', undefined],
    ['02/11/2026', undefined, '2026-11-02', '2026-02-11'],
    ['13/11/2026', undefined, '2026-11-13', undefined],
    ['11/13/2026', undefined, undefined, '2026-11-13'],
    ['31.02.2026', undefined, undefined, undefined],
    ['02.11.26', undefined, undefined, undefined],
  ] as const) {
    const read = (['year_first', 'day_first', 'month_first'] as const).map((format) => dayWritten(text, format));
    assert.deepEqual(read, [year, day, month], text);
  }
  assert.ok(dayTells('02/11/2026').isAmbiguous);
  assert.deepEqual(dayTells('11/11/2026'), { fits: [], isAmbiguous: false });
});

test('a month in words is read in the languages that files come in', () => {
  for (const text of ['2 Nov 2026', 'November 2, 2026', 'Nov 2 2026', '2. November 2026', '2 novembre 2026']) {
    assert.equal(dayInWords(text), '2026-11-02', text);
  }
  assert.equal(dayInWords('3 März 2026'), '2026-03-03');
  assert.equal(dayInWords('2 Brumaire 2026'), undefined);
});
