import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countries } from './country.ts';
import { countryCurrency, countryTimeZone } from './country-defaults.ts';
import { currencies } from './currency.ts';

/** Antarctica, a rock without people, and whoever else keeps no books of its own. */
const withoutCurrency = new Set(['AQ']);
const withoutTimeZone = new Set(['BV', 'HM', 'XK']);

test('a business gets the currency and the time of its country unless it says otherwise', () => {
  const expected = {
    DE: 'EUR Europe/Berlin',
    US: 'USD America/New_York',
    GB: 'GBP Europe/London',
    CH: 'CHF Europe/Zurich',
    LI: 'CHF Europe/Vaduz',
    ES: 'EUR Europe/Madrid',
    PT: 'EUR Europe/Lisbon',
    BG: 'EUR Europe/Sofia',
    HR: 'EUR Europe/Zagreb',
    MX: 'MXN America/Mexico_City',
    CL: 'CLP America/Santiago',
    UY: 'UYU America/Montevideo',
    VE: 'VES America/Caracas',
    SN: 'XOF Africa/Dakar',
    JP: 'JPY Asia/Tokyo',
  };
  for (const [country, both] of Object.entries(expected)) {
    assert.equal(`${countryCurrency(country)} ${countryTimeZone(country)}`, both, country);
  }
});

test('every country has a currency that money can be in and a time zone that clocks know', () => {
  for (const country of countries) {
    const [currency, zone] = [countryCurrency(country), countryTimeZone(country)];
    assert.equal(currency !== undefined && currencies.includes(currency), !withoutCurrency.has(country), country);
    assert.equal(zone === undefined, withoutTimeZone.has(country), country);
    if (zone !== undefined) assert.doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone: zone }), country);
  }
});
