import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainTaxId, TaxIdInput, taxIdsFrom } from './tax-id.ts';

const fits = (type: string, value: string) => TaxIdInput.safeParse({ type, value }).success;

test('tax ids as authorities write them are taken, with the spaces and dots that people put in', () => {
  for (const [type, value] of [
    ['eu_vat', 'DE 123 456 788'],
    ['eu_vat', 'ATU12345675'],
    ['eu_vat', 'nl123456782b90'],
    ['eu_vat', 'FR32123456789'],
    ['eu_vat', 'ESX1234567L'],
    ['eu_vat', 'EL123456783'],
    ['eu_vat', 'XI123456782'],
    ['gb_vat', 'GB 123 4567 82'],
    ['ch_uid', 'CHE-123.456.788 MWST'],
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
  const number = { type: 'eu_vat', value: 'DE123456788', country: 'DE' };
  const valid = { ...number, verification: 'valid', verified_at: '2026-01-01' } as const;
  const kept = taxIdsFrom(
    [
      { type: 'eu_vat', value: 'de 123 456 788' },
      { type: 'eu_vat', value: 'DE123456788' },
      { type: 'other', value: 'DE123456788' },
    ],
    [valid],
  );
  assert.deepEqual(kept, [
    valid,
    { type: 'other', value: 'DE123456788', country: null, verification: 'unverified', verified_at: null },
  ]);
});

test('a slip in a number is told by its check digit, whatever is written around it', () => {
  for (const [type, value] of [
    ['eu_vat', 'DE123456789'],
    ['eu_vat', 'de 123.456.789'],
    ['eu_vat', 'ATU12345678'],
    ['eu_vat', 'EL123456789'],
    ['eu_vat', 'FR12123456789'],
    ['eu_vat', 'XI123456789'],
    ['gb_vat', 'GB 123 4567 89'],
    ['ch_uid', 'CHE-123.456.789 MWST'],
    ['no_orgnr', '123456789MVA'],
    ['au_abn', '51 824 753 557'],
    ['nz_gst', '49-091-851'],
    ['nz_nzbn', '9429 0415 35111'],
    ['vat', 'DE123456789'],
  ] as const) {
    const { error } = TaxIdInput.safeParse({ type, value });
    assert.deepEqual([error?.issues[0]?.path, error?.issues.length], [['value'], 1], value);
    assert.match(error?.issues[0]?.message ?? '', /check digit is wrong/, value);
  }
});

test('organisations and clients write their tax ids alike, with their country or without', () => {
  const kept = (type: string, value: string, country?: string) => plainTaxId({ type, value, country }).country;
  assert.equal(kept('eu_vat', 'EL 123 456 783'), 'GR');
  assert.equal(kept('eu_vat', 'XI123456782'), 'GB');
  assert.equal(kept('nz_nzbn', '9429 0415 35110'), 'NZ');
  assert.equal(kept('ch_uid', 'CHE-116.281.710 MWST'), 'CH');
  assert.equal(kept('eu_vat', 'DE123456788', 'AT'), 'AT');
  assert.equal(kept('steuernummer', '12/345/67890'), null);
  assert.equal(plainTaxId({ type: 'steuernummer', value: '12/345/67890' }).value, '12/345/67890');
});
