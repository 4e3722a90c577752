import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createWebServer, get, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer, isIP, type LookupFunction, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import { testCertificate, testKey } from '../../test/support/test-certificate.ts';
import { GuardedFetchError, openGuardedFetch } from './guarded-fetch.ts';
import { nonPublicAddresses } from './public-address.ts';

const servers: { close(): unknown }[] = [];
after(() => servers.map((server) => server.close()));

async function listening(server: Server, host: string, port = 0): Promise<number> {
  servers.push(server);
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Target that must not be reached: it counts connections on every address of this machine. */
let hits = 0;
const count = (socket: Socket) => {
  hits += 1;
  socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret');
};
const port = await listening(createServer(count), '0.0.0.0');
await listening(createServer(count), '::1', port);

/** Names as a stranger's name server answers them. One answers something else when it is asked again. */
const names: Record<string, string[][]> = {
  'loopback.example': [['127.0.0.1']],
  'loopback6.example': [['::1']],
  'mapped.example': [['::ffff:127.0.0.1']],
  'nobody.example': [['0.0.0.0']],
  'metadata.example': [['169.254.169.254']],
  'private.example': [['10.0.0.1', '192.168.0.1', '172.16.0.1']],
  'unique-local.example': [['fd00::1']],
  'rebinding.example': [['203.0.114.7'], ['127.0.0.1'], ['127.0.0.1']],
  'nat64.example': [['64:ff9b::7f00:1']],
  'sixtofour.example': [['2002:7f00:1::']],
};
const asked = new Map<string, number>();
async function resolve(host: string): Promise<string[]> {
  const turn = asked.get(host) ?? 0;
  asked.set(host, turn + 1);
  const answers = names[host] ?? [];
  return answers[Math.min(turn, answers.length - 1)] ?? [];
}

/** Ways to write an address that nobody outside has. The first reach this very machine, where nothing guards it. */
const here = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '127.0.0.1.',
  '１２７.０.０.１',
  '%31%32%37.0.0.1',
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  'loopback.example',
  'loopback6.example',
  'mapped.example',
  'nobody.example',
  'rebinding.example',
];
const elsewhere = [
  '10.0.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.8',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[::]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  'metadata.example',
  'private.example',
  'unique-local.example',
  'nat64.example',
  'sixtofour.example',
];

const guarded = openGuardedFetch({ loopback: false, ports: [port], resolve });
const developer = openGuardedFetch({ loopback: true, resolve });

const refused = (reason: string) => (error: unknown) => {
  assert.ok(error instanceof GuardedFetchError, String(error));
  assert.equal(error.reason, reason, error.message);
  if (reason === 'refused') assert.doesNotMatch(error.message, /\d+\.\d+\.\d+\.\d+/);
  return true;
};

test('no way to write an address leads into this machine or its networks', async () => {
  hits = 0;
  // DNS rebinding: the name shows a public address when it is checked before the call.
  assert.deepEqual(await resolve('rebinding.example'), ['203.0.114.7']);
  for (const host of [...here, ...elsewhere]) {
    await assert.rejects(guarded(`https://${host}:${port}/`), refused('refused'), host);
  }
  assert.equal(hits, 0);
});

test('control: what is refused is reached where nothing guards it', async () => {
  const resolving: LookupFunction = (host, options, callback) => {
    const found = names[host]?.at(-1) ?? ['127.0.0.1'];
    const all = found.map((address) => ({ address, family: isIP(address) }));
    if (options.all === true) callback(null, all);
    else callback(null, all[0]?.address ?? '', all[0]?.family ?? 4);
  };
  const reached: string[] = [];
  for (const host of here) {
    const { promise, resolve: done, reject } = Promise.withResolvers<void>();
    get({ ...urlParts(`http://${host}:${port}/`), lookup: resolving, agent: false }, (response) => {
      reached.push(host);
      response.resume().on('end', done);
    }).on('error', reject);
    await promise;
  }
  assert.deepEqual(reached, here);
  assert.equal(hits, here.length);
});

function urlParts(text: string) {
  const url = new URL(text);
  return { hostname: url.hostname.replace(/^\[|\]$/g, ''), port: url.port, path: url.pathname };
}

test('control: addresses of others are none of those that are refused', () => {
  const isRefused = (address: string) => nonPublicAddresses.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  const open = [
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '172.32.0.0',
    '100.128.0.0',
    '223.255.255.255',
    '::ffff:1.1.1.1',
  ];
  assert.deepEqual([...open, '2606:4700::1111', '2a00::1', '2001:4860::8888'].filter(isRefused), []);
});

test('a URL that is not plain https to a usual port is refused before anybody is asked', async () => {
  asked.clear();
  const usual = openGuardedFetch({ loopback: false, resolve });
  const wrong = ['http://far.example/', 'ftp://far.example/', 'file:///etc/passwd', 'https://user@far.example/'];
  for (const url of [...wrong, 'https://:pw@far.example/', 'https://far.example:22/', 'no url', 'https://']) {
    await assert.rejects(usual(url), refused('refused'), url);
  }
  assert.equal(asked.size, 0);
});

async function serve(handler: RequestListener): Promise<string> {
  const at = await listening(createWebServer(handler), '127.0.0.1');
  return `http://127.0.0.1:${at}/hook`;
}

test('control: a developer’s own machine is called, and no other by http', async () => {
  const url = await serve((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => response.end(`${request.method} ${text}`));
  });
  const answer = await developer(url, { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'text/plain' } });
  assert.deepEqual([answer.status, answer.body.toString(), answer.isWhole], [200, 'POST {"a":1}', true]);
  assert.equal((await developer(url.replace('127.0.0.1', 'localhost'), { method: 'POST', body: 'b' })).status, 200);
  await assert.rejects(developer('http://loopback.example/'), refused('refused'));
  await assert.rejects(developer(`https://loopback.example:8443/`), refused('refused'));
});

test('a redirect is an answer and is not followed', async () => {
  hits = 0;
  const url = await serve((_, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end());
  assert.equal((await developer(url)).status, 302);
  assert.equal(hits, 0);
});

test('an answer that never ends is cut off at its limit, and what is packed is not unpacked', async () => {
  const url = await serve((request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    const more = () => void (response.write('x'.repeat(16_384)) ? setImmediate(more) : response.once('drain', more));
    request.socket.on('error', () => undefined);
    more();
  });
  const { body, isWhole } = await developer(url, { responseMaxBytes: 100_000 });
  assert.deepEqual([body.length, isWhole, body.subarray(0, 2).toString()], [100_000, false, 'xx']);
});

test('whoever is slow is left, before the headers and after them', async () => {
  const silent = await serve(() => undefined);
  const dripping = await serve((_, response) => {
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  });
  const endless = await serve((_, response) => {
    const timer = setInterval(() => response.writeProcessing(), 20);
    response.on('close', () => clearInterval(timer));
  });
  for (const url of [silent, dripping, endless]) {
    await assert.rejects(developer(url, { timeoutMs: 300 }), refused('timeout'));
  }
  const cancelled = (_: string, signal: AbortSignal) => once(signal, 'abort').then(() => []);
  const never = openGuardedFetch({ loopback: false, resolve: cancelled });
  await assert.rejects(never('https://thinking.example/', { timeoutMs: 300 }), refused('timeout'));
});

test('headers without end, and connections that break, fail and do no harm', async () => {
  const long = await serve((_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(40_000) }).end());
  const broken = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half');
    response.socket?.destroy();
  });
  for (const url of [long, broken]) {
    await assert.rejects(developer(url), (error: unknown) => (error as GuardedFetchError).reason === 'unreachable');
  }
});

test('a certificate that nobody vouches for is refused', async () => {
  const secure = createSecureServer({ key: testKey, cert: testCertificate }, (_, response) => response.end('safe'));
  const url = `https://localhost:${await listening(secure, '127.0.0.1')}/`;
  await assert.rejects(developer(url), refused('unreachable'));
  // Control: it is the certificate that was refused.
  setDefaultCACertificates([testCertificate]);
  assert.equal((await developer(url)).body.toString(), 'safe');
  await assert.rejects(developer(url.replace('localhost', 'other.localhost')), refused('unreachable'));
});
