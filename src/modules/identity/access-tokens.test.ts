import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto';
import { test } from 'node:test';
import { CompactEncrypt, exportJWK, exportSPKI, importJWK, SignJWT } from 'jose';
import { register } from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld } from '../../../test/support/world.ts';
import { openAccess } from './authenticate.ts';
import { openSigningKeys } from './signing-keys.ts';

const world = await createWorld();
const ana = await register(world, 'Ana');
const good: string = ana.tokens.access_token;
const { access } = world;
const { db, secrets, now, newId } = world.runtime;
const ours = await openSigningKeys({ db, secrets, now }).current();
const stranger = generateKeyPairSync('ed25519');
const [header, payload] = good.split('.').slice(0, 2).map(decoded) as [Json, Json];

type Json = Record<string, unknown>;

function decoded(text: string): Json {
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Json;
}

function part(value: Json | string): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

/** Signed for real, by any key, whatever the header and the claims say. */
function forged(head: Json, claims: Json, key: KeyObject = ours.privateKey): string {
  const text = `${part(head)}.${part(claims)}`;
  return `${text}.${signBytes(null, Buffer.from(text), key).toString('base64url')}`;
}

async function isRefused(token: string, what: string): Promise<void> {
  await assert.rejects(access.actorOf(token), refused('unauthenticated'), what);
}

test('a token of ours opens, and says nothing of rights or names', async () => {
  assert.equal((await access.actorOf(good)).userId, ana.actor.userId);
  assert.equal((await access.actorOf(forged(header, payload))).userId, ana.actor.userId, 'the forge works');
  assert.deepEqual(header, { alg: 'EdDSA', typ: 'at+jwt', kid: ours.kid });
  assert.deepEqual(Object.keys(payload).toSorted(), ['aud', 'exp', 'iat', 'iss', 'jti', 'org', 'sid', 'sub']);
  assert.equal(payload['aud'], 'daybook:api');
  assert.equal(payload['iss'], 'https://books.example');
  assert.equal(Number(payload['exp']) - Number(payload['iat']), 86_400);
});

test('another algorithm opens nothing: none, HMAC with our public key, or any other name', async () => {
  for (const alg of ['none', 'None', 'NONE', 'nOnE', '']) {
    await isRefused(`${part({ ...header, alg })}.${part(payload)}.`, `alg ${alg}`);
    await isRefused(`${part({ ...header, alg })}.${part(payload)}.${good.split('.')[2]}`, `alg ${alg}, signed`);
  }
  const jwk = await exportJWK(ours.publicKey);
  const asKeys = [await exportSPKI(ours.publicKey), JSON.stringify(jwk), Buffer.from(jwk.x ?? '', 'base64url')];
  for (const key of asKeys) {
    const text = `${part({ ...header, alg: 'HS256' })}.${part(payload)}`;
    await isRefused(`${text}.${createHmac('sha256', key).update(text).digest('base64url')}`, 'HS256');
  }
  for (const alg of ['ES256', 'RS256', 'PS256', 'HS512', 'Ed448', 'eddsa', 1, null, ['EdDSA']]) {
    await isRefused(forged({ ...header, alg }, payload), `alg ${String(alg)}`);
  }
});

test('a key that the token brings or points to is not believed', async () => {
  const jwk = await exportJWK(stranger.publicKey);
  const url = 'https://attacker.example/jwks.json';
  const x5c = ['MIIB'];
  for (const more of [{ jwk }, { jku: url }, { x5u: url }, { x5c }, { jwk, kid: undefined }, { jku: url, kid: 'x' }]) {
    await isRefused(forged({ ...header, ...more }, payload, stranger.privateKey), JSON.stringify(more));
  }
});

test('a key name opens nothing but our own table', async () => {
  const names = [
    '../../dev/null',
    '/dev/null',
    "' or 1=1 --",
    '__proto__',
    'constructor',
    '',
    '\u0000',
    0,
    null,
    {},
    [],
  ];
  for (const kid of [...names, undefined, 'x'.repeat(2_000)]) {
    await isRefused(forged({ ...header, kid }, payload, stranger.privateKey), `kid ${JSON.stringify(kid)}`);
    await isRefused(forged({ ...header, kid }, payload), `our key under the name ${JSON.stringify(kid)}`);
  }
});

test('another issuer, audience or type opens nothing', async () => {
  for (const iss of ['https://books.example/', 'https://evil.example', '', undefined, ['https://books.example']]) {
    await isRefused(forged(header, { ...payload, iss }), `iss ${String(iss)}`);
  }
  for (const aud of ['daybook:mcp', 'https://books.example/api/mcp/mcp', '', undefined, []]) {
    await isRefused(forged(header, { ...payload, aud }), `aud ${String(aud)}`);
  }
  for (const typ of ['JWT', 'jwt', 'rt+jwt', '', undefined, null]) {
    await isRefused(forged({ ...header, typ }, payload), `typ ${String(typ)}`);
  }
});

test('a claim that is missing or of another kind opens nothing', async () => {
  for (const claim of ['sub', 'org', 'sid', 'jti', 'iat', 'exp', 'iss', 'aud']) {
    await isRefused(forged(header, { ...payload, [claim]: undefined }), `no ${claim}`);
    await isRefused(forged(header, { ...payload, [claim]: { $ne: '' } }), `odd ${claim}`);
  }
  for (const sub of ["' or true --", '00000000-0000-0000-0000-00000000000g', ana.email]) {
    await isRefused(forged(header, { ...payload, sub }), `sub ${sub}`);
  }
});

test('a token that has ended, or begins later, opens nothing', async () => {
  const nowSeconds = Math.floor(Date.now() / 1_000);
  await isRefused(forged(header, { ...payload, exp: nowSeconds - 1 }), 'ended');
  await isRefused(forged(header, { ...payload, nbf: nowSeconds + 3_600 }), 'not yet');
  await isRefused(forged(header, { ...payload, exp: '9999999999' }), 'exp as text');
  await isRefused(forged(header, { ...payload, exp: 1e300 }), 'exp beyond any date');
});

test('a verified token ends on time, although it is remembered', async () => {
  const early = openAccess({ db, secrets, newId, issuer: 'https://books.example', now: () => instant });
  let instant = now();
  await early.actorOf(good);
  instant = new Date(Number(payload['exp']) * 1_000 - 1).toISOString();
  assert.ok(await early.actorOf(good));
  instant = new Date(Number(payload['exp']) * 1_000).toISOString();
  await assert.rejects(early.actorOf(good), refused('unauthenticated'));
});

test('claims swapped under the signature of another token open nothing', async () => {
  const bo = await register(world, 'Bo');
  const [head, , signature] = good.split('.');
  await isRefused(`${head}.${bo.tokens.access_token.split('.')[1]}.${signature}`, 'claims of another');
  await isRefused(`${good.slice(0, -4)}AAAA`, 'another signature');
  await isRefused(`${head}.${part(payload)}.${Buffer.alloc(64).toString('base64url')}`, 'a signature of zeros');
  await isRefused(`${head}.${part(payload)}.`, 'no signature');
});

test('our signature under claims of another member opens only what the session stands for', async () => {
  const { actor } = await register(world, 'Cy');
  const swapped = [
    { sub: actor.userId },
    { org: actor.organization?.id },
    { sid: actor.credentialId },
    { sid: newId() },
  ];
  for (const claims of swapped) await isRefused(forged(header, { ...payload, ...claims }), JSON.stringify(claims));
});

test('encrypted, unencoded, critical, nested and oversized tokens are turned away unread', async () => {
  const jwe = new CompactEncrypt(Buffer.from(JSON.stringify(payload)));
  const bomb = await jwe.setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(Buffer.alloc(32));
  await isRefused(bomb, 'JWE');
  const p2c = part({ alg: 'PBES2-HS256+A128KW', enc: 'A128CBC-HS256', p2c: 2_147_483_647, p2s: 'AAAA' });
  await isRefused(`${p2c}.AAAA.AAAA.AAAA.AAAA`, 'p2c');
  await isRefused(forged({ ...header, b64: false, crit: ['b64'] }, payload), 'b64');
  await isRefused(forged({ ...header, crit: ['exp'] }, payload), 'crit');
  await isRefused(forged({ ...header, zip: 'DEF', cty: 'JWT' }, { ...payload, sub: good }), 'nested');
  await isRefused(forged(header, { ...payload, padding: 'x'.repeat(4_096) }), 'oversized, although signed');
  for (const odd of ['', '.', '..', '...', 'e30.e30.e30', `${good}.`, `.${good}`, 'x'.repeat(1_000_000)]) {
    await isRefused(odd, odd.slice(0, 20));
  }
});

test('a key sealed with another secret signs nothing that opens here', async () => {
  const other = openAccess({
    db,
    secrets: { ...secrets, sealing: Buffer.alloc(32, 9) },
    now,
    newId,
    issuer: 'https://books.example',
  });
  const claims = {
    user: ana.actor.userId,
    organization: ana.actor.organization?.id ?? '',
    session: ana.actor.credentialId,
  };
  const token = await other.sign(claims);
  assert.ok(await other.actorOf(token));
  await isRefused(token, 'sealed with another secret');
});

test('what is published verifies our tokens, and holds nothing private', async () => {
  const { keys } = await access.jwks();
  const key = keys.find(({ kid }) => kid === ours.kid);
  assert.ok(key);
  assert.deepEqual(Object.keys(key).toSorted(), ['alg', 'crv', 'kid', 'kty', 'use', 'x']);
  assert.ok(await importJWK(key));
  await assert.rejects(new SignJWT({}).setProtectedHeader({ alg: 'EdDSA' }).sign(await importJWK(key)));
});
