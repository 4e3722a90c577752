import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryNamed, isCountry } from './country.ts';

test('countries are those that are: not alliances, not what was, not what nobody has', () => {
  for (const code of ['DE', 'US', 'GB', 'XK', 'TW', 'BQ', 'SS']) assert.ok(isCountry(code), code);
  for (const code of ['DD', 'SU', 'EU', 'UK', 'ZZ', 'QQ', 'de', 'D', '']) assert.ok(!isCountry(code), code);
  for (const code of ['AC', 'CP', 'CQ', 'DG', 'EA', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB']) {
    assert.ok(!isCountry(code), code);
  }
});

test('a country is found by its English name, by what people call it and by its code', () => {
  for (const [text, code] of [
    ['Germany', 'DE'],
    ['GERMANY', 'DE'],
    ['de', 'DE'],
    ['USA', 'US'],
    ['UK', 'GB'],
    ['U.S.A.', 'US'],
    ['Great Britain', 'GB'],
    ['england', 'GB'],
    ['Holland', 'NL'],
    ['Venezuela', 'VE'],
    ['Brazil', 'BR'],
  ] as const) {
    assert.equal(countryNamed(text), code);
  }
  assert.equal(countryNamed('Atlantis'), undefined);
});
