import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Headers, startService } from '../../test/support/running-service.ts';
import { ConfigError, readConfig } from '../config.ts';
import { openLog } from '../log.ts';
import { createHttpServer } from './http.ts';

/** Made for these tests and good for nothing else: `localhost`, for a hundred years. */
const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSlriayWPlVehtjLc
AxHNCHoo4go7pgL3FPLLG/9ZNsmhRANCAASws5K7uv0+F4sSny9GY7hdjr2vihTH
NER/cnTOqIYTOsUV2khXzmnr7pKPOyVEbG7Hjrgr4e3VWQtl3sryx6oe
-----END PRIVATE KEY-----
`;
const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUTPGqcZ3KVyMYGIbnnhdCXhMerAQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA2MzkxN1oYDzIxMjYxMDI4
MDYzOTE3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASws5K7uv0+F4sSny9GY7hdjr2vihTHNER/cnTOqIYTOsUV2khXzmnr
7pKPOyVEbG7Hjrgr4e3VWQtl3sryx6oeo28wbTAdBgNVHQ4EFgQUsZ+sbCb/kewV
2nhPOLqPIaPWhnMwHwYDVR0jBBgwFoAUsZ+sbCb/kewV2nhPOLqPIaPWhnMwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAPjHCMMq+Co9TPnWEFhWm4xPdXiFnk9kyQ3t1bdEKRO8AiEA
miUl4qAhUe2cIpzokmXTWz46csLlEbzlpPvDhKFHer4=
-----END CERTIFICATE-----
`;

const folder = mkdtempSync(join(tmpdir(), 'daybook-tls-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
writeFileSync(keyFile, testKey);
writeFileSync(certFile, testCertificate);

type Secure = { readonly status: number | undefined; readonly headers: Readonly<Record<string, unknown>> };

function securely(url: string, path: string): Promise<Secure> {
  const { promise, resolve, reject } = Promise.withResolvers<Secure>();
  const sent = get(`${url}${path}`, { ca: testCertificate, agent: false }, (response) => {
    response.resume();
    response.on('end', () => resolve({ status: response.statusCode, headers: response.headers }));
  });
  sent.on('error', reject);
  return promise;
}

test('with a certificate and its key the service speaks HTTPS itself, and asks browsers to stay with it', async () => {
  const service = await startService({ tls: { certFile, keyFile } });
  assert.match(service.url, /^https:/);
  const healthy = await securely(service.url, '/healthz');
  assert.equal(healthy.status, 200);
  assert.equal(healthy.headers['strict-transport-security'], 'max-age=31536000');
  assert.equal((await securely(service.url, '/api/clients')).status, 401);
  await assert.rejects(fetch(`${service.url.replace('https', 'http')}/healthz`), 'plain HTTP is not answered there');
});

test('files that are none, or do not belong together, stop the start with a line that names the settings', async () => {
  const log = openLog('silent');
  for (const tls of [
    { certFile: join(folder, 'nowhere.pem'), keyFile },
    { certFile, keyFile: certFile },
    { certFile: keyFile, keyFile },
  ]) {
    assert.throws(
      () => createHttpServer({ tls, trustProxy: [] }, log),
      (error) => error instanceof ConfigError && /^DAYBOOK_TLS_CERT and DAYBOOK_TLS_KEY take .+$/.test(error.message),
    );
  }
});

test('proxies are addresses or ranges, and anything else stops the start with a line that names it', async () => {
  const proxies = (text: string) => readConfig({ DAYBOOK_TRUST_PROXY: text }).trustProxy;
  assert.deepEqual(proxies('10.0.0.0/8, ::1,fd00::/8,'), ['10.0.0.0/8', '::1', 'fd00::/8']);
  assert.deepEqual(proxies(''), []);
  for (const odd of ['proxy.example', '10.0.0.0/33', '10.0.0.0/0', '10.0.0', '1.1.1.1/8/8', '10.0.0.0/x', '*']) {
    assert.throws(() => proxies(`127.0.0.1,${odd}`), { message: new RegExp(`DAYBOOK_TRUST_PROXY .+ not "`) }, odd);
  }
});

async function addressSeen(trustProxy: readonly string[], headers: Headers): Promise<string> {
  const service = await startService({ trustProxy });
  const who = await service.register('Behind');
  await service.api(who.token, 'POST', '/clients', { type: 'individual', display_name: 'Mara' }, headers);
  const { rows } = await service.owner.query(`select ip from audit_log where action = 'create_client'`);
  return rows[0].ip;
}

test('the address of a caller is the one that a trusted proxy tells, and no other', async () => {
  const told = { 'x-forwarded-for': '203.0.113.7' };
  assert.equal(await addressSeen([], told), '127.0.0.1');
  assert.equal(await addressSeen(['127.0.0.1'], told), '203.0.113.7');
  assert.equal(await addressSeen(['10.0.0.0/8'], told), '127.0.0.1');
  const forged = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' };
  assert.equal(await addressSeen(['127.0.0.1/32'], forged), '203.0.113.7', 'what the caller adds is not believed');
});
