import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { boxesOfCode, codesOfBox, fillForm, type VatForm } from '../../../core/vat/form.ts';
import type { CodeSum } from '../../../core/vat/formula.ts';
import { describeBox } from '../returns/describe-box.ts';
import { formFor, forms } from './index.ts';
import { wordingOf, wordings } from './wording/index.ts';

const empty = { sums: [], asked: {}, unit: 100n };

test('every form is filled in whole, and nothing is due of nothing', () => {
  for (const form of forms) {
    const { boxes, due, net } = fillForm(form, empty);
    assert.deepEqual([due, net], [0n, 0n], form.id);
    assert.equal(new Set(boxes.map(({ box }) => box)).size, form.boxes.length, form.id);
    for (const { box, base, tax, total } of boxes)
      assert.ok(
        [base, tax, total].some((part) => part === 0n),
        `${form.id} ${box}`,
      );
  }
});

test('every box says what it is, and leads to the codes that it is made of', () => {
  for (const form of forms) {
    for (const box of form.boxes) {
      const name = describeBox(form, box);
      assert.ok(name.length > 3 && !/undefined|^:/.test(name), `${form.id} ${box.box}: ${name}`);
      if (box.base !== undefined || box.tax !== undefined) assert.ok(codesOfBox(form, box.box).length > 0, box.box);
    }
  }
});

/** Rates in force in the country of each form. */
const percents: Readonly<Record<string, readonly string[]>> = {
  AT: ['20', '13', '10'],
  AU: ['10'],
  BE: ['21', '12', '6'],
  CA: ['5', '13', '15'],
  CH: ['8.1', '3.8', '2.6'],
  DE: ['19', '7'],
  DK: ['25'],
  ES: ['21', '10', '4'],
  FR: ['20', '10', '5.5'],
  GB: ['20', '5'],
  IE: ['23', '13.5', '9'],
  IT: ['22', '10', '5', '4'],
  NL: ['21', '9'],
  NO: ['25', '15', '12'],
  NZ: ['15'],
  PL: ['23', '8', '5'],
  SE: ['25', '12', '6'],
  US: ['8.25'],
};

const taxed = (form: VatForm): CodeSum[] =>
  (percents[form.country] ?? []).flatMap((percent, index) => {
    const base = 100_000n * BigInt(index + 1);
    const [whole = '', decimals = ''] = percent.split('.');
    const tax = (base * BigInt(whole + decimals)) / (100n * 10n ** BigInt(decimals.length));
    const row = { base, owed: 0n, input: 0n, lost: 0n, isCredit: false };
    return [
      { ...row, code: `S${percent}`, owed: tax },
      { ...row, code: `P${percent}`, input: tax },
      { ...row, code: `PC${percent}`, input: tax },
    ];
  });

test('what is owed and deducted at the rates of a country is due on its form, to the cent', () => {
  for (const form of forms) {
    const sums = taxed(form);
    const owed = sums.reduce((total, sum) => total + sum.owed - (form.country === 'US' ? 0n : sum.input), 0n);
    const { net } = fillForm(form, { ...empty, sums });
    const isOff = net - owed;
    assert.ok(isOff < 10n && isOff > -10n, `${form.id}: ${net} instead of ${owed}`);
  }
});

test('reverse charge comes to nothing, on every form that knows it', () => {
  for (const form of forms) {
    if (['US', 'CA'].includes(form.country)) continue;
    const [percent = ''] = percents[form.country] ?? [];
    for (const nature of ['IK', 'IS', 'IX', 'IA']) {
      const code = `${nature}${percent}`;
      const { base, tax, input } = boxesOfCode(form, code);
      if (tax.length + base.length === 0) continue;
      assert.ok(input.length > 0, `${form.id} ${code}`);
      const amount = (100_000n * BigInt(Math.round(Number(percent) * 10))) / 1_000n;
      const sums = [{ code, base: 100_000n, owed: amount, input: amount, lost: 0n, isCredit: false }];
      const { net } = fillForm(form, { ...empty, sums });
      assert.equal(net, 0n, `${form.id} ${code}`);
    }
  }
});

test('the same lines come to the same, however they are parted', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 10n });
  const germany = formFor('DE');
  fc.assert(
    fc.property(amount, amount, (left, right) => {
      const of = (base: bigint): CodeSum => ({ code: 'S19', base, owed: 0n, input: 0n, lost: 0n, isCredit: false });
      const apart = fillForm(germany, { ...empty, sums: [of(left), of(right)] });
      assert.deepEqual(apart, fillForm(germany, { ...empty, sums: [of(left + right)] }));
    }),
  );
});

test('every box of a form in a language of its own has the words of that form, and no others have any', () => {
  for (const form of forms) {
    for (const { language, boxes } of wordings[form.id] ?? []) {
      const named = form.boxes.map(({ box }) => box).toSorted();
      assert.deepEqual(Object.keys(boxes).toSorted(), named, `${form.id} in ${language}`);
      assert.ok(Object.values(boxes).every((name) => name === name.trim() && name.length > 5));
      assert.equal(wordingOf(form.id, `${language}-${form.country}`)?.boxes, boxes);
    }
  }
  assert.equal(wordingOf('be-vat', 'de-BE')?.language, 'nl', 'the usual language');
  assert.equal(wordingOf('us-sales-tax', 'en-US'), undefined);
});
