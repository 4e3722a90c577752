import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base32, matchingStep, newTotpSecret, totpCode, totpStep, totpUri } from './totp.ts';

/** RFC 6238, appendix B, SHA-1; its codes have eight digits, of which an app shows the last six. */
const vectors: readonly (readonly [string, string])[] = [
  ['1970-01-01T00:00:59Z', '94287082'],
  ['2005-03-18T01:58:29Z', '07081804'],
  ['2005-03-18T01:58:31Z', '14050471'],
  ['2009-02-13T23:31:30Z', '89005924'],
  ['2033-05-18T03:33:20Z', '69279037'],
  ['2603-10-11T11:33:20Z', '65353130'],
];
const secret = Buffer.from('12345678901234567890');

test('the codes of RFC 6238 come out', () => {
  for (const [instant, code] of vectors) assert.equal(totpCode(secret, totpStep(instant)), code.slice(2), instant);
});

test('the alphabet of RFC 4648 comes out', () => {
  const words = { f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' };
  for (const [plain, encoded] of Object.entries(words)) assert.equal(base32(Buffer.from(plain)), encoded);
});

test('a code counts one step early or late, not two, and never at or before a step already used', () => {
  const step = totpStep('2026-11-21T09:00:00Z');
  const code = totpCode(secret, step);
  const at = (instant: string, lastStep: bigint | null = null) =>
    matchingStep(secret, code, { now: instant, lastStep });
  assert.equal(at('2026-11-21T09:00:00Z'), step);
  assert.equal(at('2026-11-21T09:00:59Z'), step);
  assert.equal(at('2026-11-21T08:59:30Z'), step);
  assert.equal(at('2026-11-21T09:01:00Z'), undefined);
  assert.equal(at('2026-11-21T08:59:29Z'), undefined);
  assert.equal(at('2026-11-21T09:00:00Z', BigInt(step)), undefined);
  assert.equal(at('2026-11-21T09:00:00Z', BigInt(step) - 1n), step);
});

test('secrets are 160 bits and differ, and an app can read the address', () => {
  assert.equal(newTotpSecret().length, 20);
  assert.notDeepEqual(newTotpSecret(), newTotpSecret());
  const uri = new URL(totpUri(secret, 'ana+test@example.com'));
  assert.equal(uri.protocol, 'otpauth:');
  assert.equal(uri.searchParams.get('secret'), base32(secret));
  assert.equal(decodeURIComponent(uri.pathname), '/Daybook:ana+test@example.com');
});
