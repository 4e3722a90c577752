import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { documentField, datevLine } from './datev-file.ts';
import { type DatevLine, datevRows } from './datev-rows.ts';

const on03 = { day: '2026-07-03', chart: '03', clearing: '1590' } as const;
const nineteen = { rate: 'r19', percentage: 19_000_000n, category: 'S', isOwedByBuyer: false } as const;
const owed = (account: string, minor: bigint): DatevLine => ({ account, minor, isTaxable: false });
const net = (account: string, minor: bigint): DatevLine => ({ account, minor, isTaxable: true });
const outputTax = (minor: bigint, base: bigint): DatevLine => ({
  ...owed('1776', minor),
  tax: { ...nineteen, side: 'output', base },
});

test('a sale on an automatic account is one gross row without a key', () => {
  const rows = datevRows([owed('10001', 1190_00n), net('8400', -1000_00n), outputTax(-190_00n, -1000_00n)], on03);
  assert.deepEqual(rows, [{ minor: 1190_00n, account: '10001', contra: '8400', key: '' }]);
});

test('a bill is one gross row with the key of its input tax', () => {
  const tax: DatevLine = { ...owed('1576', 95_00n), tax: { ...nineteen, side: 'input', base: 500_00n } };
  const rows = datevRows([net('4930', 500_00n), tax, owed('70001', -595_00n)], on03);
  assert.deepEqual(rows, [{ minor: 595_00n, account: '4930', contra: '70001', key: '9' }]);
});

test('a discount for early payment takes its tax with it', () => {
  const lines = [owed('1200', 1166_20n), net('8730', 20_00n), outputTax(3_80n, 20_00n), owed('10001', -1190_00n)];
  assert.deepEqual(datevRows(lines, on03), [
    { minor: 1166_20n, account: '1200', contra: '10001', key: '' },
    { minor: 23_80n, account: '8730', contra: '10001', key: '3' },
  ]);
});

test('what the buyer owes is a net row with a key for both sides of the tax', () => {
  const acquired = { ...nineteen, category: 'K', isOwedByBuyer: true } as const;
  const lines: DatevLine[] = [
    net('3425', 1000_00n),
    { ...owed('1574', 190_00n), tax: { ...acquired, side: 'input', base: 1000_00n } },
    { ...owed('1774', -190_00n), tax: { ...acquired, side: 'output', base: -1000_00n } },
    owed('70001', -1000_00n),
  ];
  assert.deepEqual(datevRows(lines, on03), [{ minor: 1000_00n, account: '3425', contra: '70001', key: '19' }]);
  const domestic = lines.map((line) =>
    line.tax === undefined ? line : { ...line, tax: { ...line.tax, category: 'AE' } },
  );
  assert.equal(datevRows(domestic, on03)[0]?.key, '94');
});

test('a tax that DATEV would compute by a cent otherwise, or by no key, is a row of its own', () => {
  const off = datevRows([owed('10001', 1190_01n), net('8400', -1000_00n), outputTax(-190_01n, -1000_00n)], on03);
  assert.deepEqual(off, [
    { minor: 1000_00n, account: '10001', contra: '8400', key: '40' },
    { minor: 190_01n, account: '10001', contra: '1776', key: '' },
  ]);
  const then = datevRows([owed('10001', 1190_00n), net('8000', -1000_00n), outputTax(-190_00n, -1000_00n)], {
    ...on03,
    day: '2020-08-01',
  });
  assert.deepEqual(
    then.map(({ contra, key }) => [contra, key]),
    [
      ['8000', ''],
      ['1776', ''],
    ],
  );
});

test('two rates of one sale each find the lines that they were counted from', () => {
  const seven: DatevLine = {
    ...owed('1771', -7_00n),
    tax: { ...nineteen, rate: 'r7', percentage: 7_000_000n, side: 'output', base: -100_00n },
  };
  const lines = [
    owed('10001', 345_00n),
    net('8400', -200_00n),
    net('8300', -100_00n),
    outputTax(-38_00n, -200_00n),
    seven,
  ];
  assert.deepEqual(datevRows(lines, on03), [
    { minor: 238_00n, account: '10001', contra: '8400', key: '' },
    { minor: 107_00n, account: '10001', contra: '8300', key: '' },
  ]);
});

test('whatever is split, each account moves by what its lines and the taxes of its keys say', () => {
  const codes = ['1000', '1200', '10001', '70001', '8000', '4930', '0480'];
  const line = fc.record({ account: fc.constantFrom(...codes), minor: fc.bigInt({ min: -9_999_99n, max: 9_999_99n }) });
  fc.assert(
    fc.property(fc.array(line, { minLength: 2, maxLength: 8 }), (given) => {
      const lines = given.filter(({ minor }) => minor !== 0n).map((one) => ({ ...one, isTaxable: true }));
      const rest = lines.reduce((sum, { minor }) => sum - minor, 0n);
      if (lines.length === 0 || rest === 0n) return;
      const entry = [...lines, { account: '0800', minor: rest, isTaxable: true }];
      const moved = new Map<string, bigint>();
      const add = (account: string, minor: bigint) => moved.set(account, (moved.get(account) ?? 0n) + minor);
      for (const { account, contra, minor } of datevRows(entry, on03)) {
        assert.ok(minor > 0n);
        add(account, minor);
        add(contra, -minor);
      }
      assert.equal(moved.get('1590') ?? 0n, 0n, 'the clearing account is left empty');
      for (const code of [...codes, '0800']) {
        const sum = entry.filter(({ account }) => account === code).reduce((total, { minor }) => total + minor, 0n);
        assert.equal(moved.get(code) ?? 0n, sum, code);
      }
    }),
  );
});

test('a row has 125 fields, and no text breaks out of its own', () => {
  const paper = {
    day: '2026-07-03',
    number: 'RE-2026-0042',
    dueDate: '2026-08-02',
    paperId: 'a-guid',
    isFinal: false,
    text: 'Müller; "Söhne"\r\n日本 😀',
  };
  const row = { minor: 1190_00n, account: '10001', contra: '8400', key: '' };
  const line = datevLine(row, paper, { digits: 2, currency: 'EUR' });
  assert.ok(line.startsWith('1190,00;"S";"EUR";;;"";10001;8400;"";0307;"RE-2026-0042";'), line);
  assert.ok(line.includes(';"Müller; ""Söhne"" 日本 😀";'));
  assert.ok(line.includes(';"BEDI ""a-guid""";'));
  const fields = line.trimEnd().match(/(?<=^|;)(?:"(?:[^"]|"")*"|[^;"]*)(?=;|$)/g);
  assert.equal(fields?.length, 125);
  assert.equal(fields?.[116], '02082026');
});

test('a document number keeps its end and only the signs of the field', () => {
  assert.equal(documentField('RE 2026_Ä.1'), 'RE-2026-A-1');
  assert.equal(documentField(`A${'0'.repeat(40)}42`).length, 36);
  assert.ok(documentField(`A${'0'.repeat(40)}42`).endsWith('042'));
});

test('an amount in another currency says both, and its rate', () => {
  const row = {
    minor: 1094_80n,
    account: '10001',
    contra: '8400',
    key: '',
    foreign: { minor: 1190_00n, currency: 'USD', digits: 2 },
  };
  const paper = { day: '2026-07-03', number: '1', dueDate: null, paperId: null, isFinal: true, text: '' };
  const line = datevLine(row, paper, { digits: 2, currency: 'EUR' });
  assert.ok(line.startsWith('1190,00;"S";"USD";1,086957;1094,80;"EUR";10001;8400;'), line);
});
