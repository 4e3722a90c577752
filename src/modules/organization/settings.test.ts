import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorld } from '../../../test/support/world.ts';
import { settingsOf } from './settings.ts';

const world = await createWorld();

test('other modules read the settings as they were set', async () => {
  await world.call('update_organization', {
    tax_rounding: 'per_line',
    rounding_mode: 'half_even',
    statement_layout: 'hgb',
    tax_inclusive_default: true,
    cash_rounding_increment: '0.05',
    invoice_defaults: { terms_days: 30 },
    fiscal_year_start_month: 4,
  });
  const organization = world.ana.organization?.id ?? '';
  const settings = await world.db.transaction({ organization }, (db) => settingsOf({ db, organization }));
  assert.deepEqual(settings, {
    country: 'DE',
    chart: 'generic',
    statementLayout: 'hgb',
    hasSalesTaxId: false,
    taxInclusiveDefault: true,
    taxBasis: 'invoice',
    taxRounding: 'per_line',
    roundingMode: 'half_even',
    cashRoundingIncrement: 5n,
    discountGraceDays: 2,
    costingMethod: 'weighted_average',
    negativeStock: 'deny',
    reservationMinutes: 1440,
    accountingBasis: 'accrual',
    fiscalYearStart: { month: 4, day: 1 },
    termsDays: 30,
  });
});
