import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TaxIdInput, taxIdsFrom } from './tax-id.ts';

const fits = (type: string, value: string) => TaxIdInput.safeParse({ type, value }).success;

test('tax ids as authorities write them are taken, with the spaces and dots that people put in', () => {
  for (const [type, value] of [
    ['eu_vat', 'DE 123 456 789'],
    ['eu_vat', 'ATU12345678'],
    ['eu_vat', 'nl123456789b01'],
    ['eu_vat', 'FR XX 123456789'],
    ['eu_vat', 'ESX1234567X'],
    ['eu_vat', 'EL123456789'],
    ['eu_vat', 'XI123456789'],
    ['gb_vat', 'GB 123 4567 89'],
    ['ch_uid', 'CHE-123.456.789 MWST'],
    ['us_ein', '12-3456789'],
    ['au_abn', '51 824 753 556'],
    ['in_gst', '22AAAAA0000A1Z5'],
    ['br_cnpj', '01.234.456/5432-10'],
    ['mx_rfc', 'ABC010203AB9'],
    ['other', 'anything'],
  ] as const) {
    assert.ok(fits(type, value), `${type} ${value}`);
  }
});

test('what cannot be one is refused: other countries, wrong lengths, wrong letters', () => {
  for (const [type, value] of [
    ['eu_vat', '123456789'],
    ['eu_vat', 'GR123456789'],
    ['eu_vat', 'US123456789'],
    ['eu_vat', 'DE12345678'],
    ['eu_vat', 'DE012345678'],
    ['eu_vat', 'AT12345678'],
    ['eu_vat', '__proto__'],
    ['gb_vat', 'GB12345678'],
    ['us_ein', '1234567890'],
    ['jp_trn', '1234567890123'],
    ['other', '- / .'],
    ['vat', 'DE123456789'],
  ] as const) {
    assert.ok(!fits(type, value), `${type} ${value}`);
  }
});

test('one tax id is kept once, and keeps what was found out about it', () => {
  const valid = { type: 'eu_vat', value: 'DE123456789', verification: 'valid', verified_at: '2026-01-01' } as const;
  const kept = taxIdsFrom(
    [
      { type: 'eu_vat', value: 'de 123 456 789' },
      { type: 'eu_vat', value: 'DE123456789' },
      { type: 'other', value: 'DE123456789' },
    ],
    [valid],
  );
  assert.deepEqual(kept, [
    valid,
    { type: 'other', value: 'DE123456789', verification: 'unverified', verified_at: null },
  ]);
});
