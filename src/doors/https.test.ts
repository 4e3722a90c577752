import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { connect, createServer, type SecureVersion } from 'node:tls';
import { longTest } from '../../test/support/dose.ts';
import { type Headers, startService } from '../../test/support/running-service.ts';
import { testCertificate, testKey } from '../../test/support/test-certificate.ts';
import { ConfigError, readConfig } from '../config.ts';
import { openLog } from '../log.ts';
import { createHttpServer } from './http.ts';

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

test('behind a proxy that speaks HTTPS browsers are asked the same, and on a laptop they are not', async () => {
  for (const [publicUrl, asked] of [
    ['https://books.example', 'max-age=31536000'],
    ['http://127.0.0.1:4400', undefined],
  ] as const) {
    const service = await startService({ publicUrl });
    const { headers } = await service.send({ method: 'GET', path: '/healthz' });
    assert.equal(headers['strict-transport-security'], asked);
  }
});

/** The version of TLS that a server speaks with a client that knows this one alone. */
async function spoken(port: number, version: SecureVersion): Promise<string | null> {
  const only = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0', rejectUnauthorized: false };
  const socket = connect({ port, host: '127.0.0.1', ...only });
  const refused = once(socket, 'error').then(() => null);
  const protocol = await Promise.race([once(socket, 'secureConnect').then(() => socket.getProtocol()), refused]);
  socket.destroy();
  return protocol;
}

test('nothing older than TLS 1.2 is spoken', async () => {
  const service = await startService({ tls: { certFile, keyFile } });
  const port = Number(new URL(service.url).port);
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) assert.equal(await spoken(port, version), version);
  for (const version of ['TLSv1', 'TLSv1.1'] as const) assert.equal(await spoken(port, version), null);
});

test('control: a server that speaks an old TLS is heard to', async (t) => {
  const lax = { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  const server = createServer({ key: testKey, cert: testCertificate, ...lax }, (socket) => socket.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  assert.equal(await spoken(address.port, 'TLSv1.1'), 'TLSv1.1');
});

test('files that are none, or do not belong together, stop the start with a line that names the settings', async () => {
  const log = openLog('silent');
  for (const tls of [
    { certFile: join(folder, 'nowhere.pem'), keyFile },
    { certFile, keyFile: certFile },
    { certFile: keyFile, keyFile },
  ]) {
    assert.throws(
      () => createHttpServer({ tls, trustProxy: [], publicUrl: 'https://books.example' }, log),
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

test('the address of a caller is the one that a trusted proxy tells, and no other', longTest, async () => {
  const told = { 'x-forwarded-for': '203.0.113.7' };
  assert.equal(await addressSeen([], told), '127.0.0.1');
  assert.equal(await addressSeen(['127.0.0.1'], told), '203.0.113.7');
  assert.equal(await addressSeen(['10.0.0.0/8'], told), '127.0.0.1');
  const forged = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' };
  assert.equal(await addressSeen(['127.0.0.1/32'], forged), '203.0.113.7', 'what the caller adds is not believed');
});
