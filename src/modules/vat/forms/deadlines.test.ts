import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, addMonths } from '../../../core/calendar.ts';
import { vatPeriodOf, vatPeriods, type VatPeriod } from '../../../core/vat/vat-period.ts';
import { fileBy } from './deadlines.ts';
import { forms } from './index.ts';

function by(country: string, length: VatPeriod, to: string, scheme: 'national' | 'oss' = 'national'): string | null {
  return fileBy(scheme, country, { from: addMonths(addDays(to, 1), -vatPeriods[length]), to });
}

test('a return is filed by the day that its country says', () => {
  assert.equal(by('DE', 'month', '2026-01-31'), '2026-02-10');
  assert.equal(by('DE', 'month', '2026-12-31'), '2027-01-10');
  assert.equal(by('DE', 'year', '2026-12-31'), '2027-07-31');
  assert.equal(by('BE', 'month', '2026-03-31'), '2026-04-20');
  assert.equal(by('BE', 'quarter', '2026-03-31'), '2026-04-25');
  assert.equal(by('GB', 'quarter', '2026-03-31'), '2026-05-07');
  assert.equal(by('AT', 'quarter', '2026-12-31'), '2027-02-15');
  assert.equal(by('CH', 'quarter', '2026-12-31'), '2027-02-28');
  assert.equal(by('NL', 'month', '2028-01-31'), '2028-02-29');
  assert.equal(by('ES', 'quarter', '2026-12-31'), '2027-01-30');
  assert.equal(by('NZ', 'two_months', '2026-11-30'), '2027-01-15');
  assert.equal(by('NO', 'two_months', '2026-06-30'), '2026-08-31');
  assert.equal(by('FR', 'month', '2026-06-30'), null, 'which the tax office says');
  assert.equal(by('FR', 'quarter', '2026-06-30', 'oss'), '2026-07-31');
});

test('no return is due before its period is over, or more than a year after', () => {
  const lengths = Object.keys(vatPeriods) as VatPeriod[];
  fc.assert(
    fc.property(
      fc.constantFrom(...forms.map(({ country }) => country)),
      fc.constantFrom(...lengths),
      fc.integer({ min: 0, max: 20_000 }),
      (country, length, days) => {
        const { to } = vatPeriodOf(addDays('2000-01-01', days), length, '2000-01-01');
        const due = by(country, length, to);
        assert.ok(due === null || (due > to && due < addDays(to, 366)));
      },
    ),
  );
});
