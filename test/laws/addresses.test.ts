/** Every address that we write leads to what it names: in mails, answers, hints, discovery, pages, guides and code. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { refusals } from '../../src/operation/errors.ts';
import { catalogue } from '../../src/catalogue.ts';
import { longTest } from '../support/dose.ts';
import { openVisitor, startOauthService } from '../support/oauth.ts';
import { password } from '../support/running-service.ts';
import type { Wire } from '../support/world.ts';

const service = await startOauthService();
const ana = await service.register('Acme');

type Address = { readonly place: string; readonly method: string | undefined; readonly path: string };

/** Those that lead nowhere. Where no method is said, that of a browser or any other will do. */
async function broken(addresses: readonly Address[]): Promise<string[]> {
  const seen = new Map<string, boolean>();
  const found: string[] = [];
  for (const { place, method, path } of addresses) {
    const asked = `${method ?? 'GET'} ${filledIn(path)}`;
    if (!seen.has(asked)) seen.set(asked, await leads(method, filledIn(path)));
    if (seen.get(asked) === false) found.push(`${place}: ${asked}`);
  }
  return found;
}

/** A stand-in for whatever is filled in, which is an area too: what matters is whether anything answers there. */
function filledIn(path: string): string {
  return (path.split(/[?#]/, 1)[0] ?? '').replaceAll(/\$?\{[^}]*\}|:\w+|…/g, 'clients') || '/';
}

/** Screens of the console, which is not built here. */
const screens = [...readFileSync('console/src/app/routes.ts', 'utf8').matchAll(/\bpath: '(\/[^':]*)'/g)].map(
  ([, path = '']) => path,
);

async function leads(method: string | undefined, path: string): Promise<boolean> {
  if (method === undefined && screens.includes(path)) return true;
  // Without a body, so that nothing happens.
  const { status, body } = await service.send({ method: method ?? 'GET', path });
  if (status === 405) return method === undefined;
  return body?.detail !== 'There is no such route.';
}

const methods = 'GET|POST|PUT|PATCH|DELETE';

/** `POST /api/sales/{id}/void` in a text. */
function callsIn(place: string, text: string): Address[] {
  const calls = text.matchAll(new RegExp(`\\b(${methods}) (/[A-Za-z0-9_/{}.-]*[A-Za-z0-9_}])`, 'g'));
  return [...calls].map(([, method = '', path = '']) => ({ place, method, path }));
}

/** Addresses of this service in a text, whichever host it is told to be. */
function linksIn(place: string, text: string, hosts: readonly string[]): Address[] {
  return hosts.flatMap((host) =>
    text
      .split(host)
      .slice(1)
      .flatMap((rest) => {
        const path = /^\/[A-Za-z0-9_/{}$.:-]*[A-Za-z0-9_}]|^\/?(?=[\s"'>)<`]|$)/.exec(rest)?.[0];
        return path === undefined ? [] : [{ place, method: undefined, path: path === '' ? '/' : path }];
      }),
  );
}

test('control: an address that leads nowhere is seen to, wherever it is written', async () => {
  const made = [
    ...callsIn('call', 'Send POST /api/no/such/thing, or GET /api/clients.'),
    ...callsIn('method', 'DELETE /api/errors'),
    ...linksIn('link', 'at https://here.example/nothing, https://here.example/connect', ['https://here.example']),
  ];
  assert.equal(made.length, 5);
  assert.ok(screens.length > 40 && screens.includes('/documents'), `${screens.length} screens`);
  assert.deepEqual(await broken(made), [
    'call: POST /api/no/such/thing',
    'method: DELETE /api/errors',
    'link: GET /nothing',
  ]);
});

test('what the code writes behind its own address is there', longTest, async () => {
  const sources = globSync('src/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
  const addresses = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\$\{(?:[\w.]*\.)?(?:publicUrl|base)\}(\/[^\s`"'?#<>)]*)/g)].map(
      ([, written = '']) => ({ place: path, method: undefined, path: written }),
    ),
  );
  assert.ok(addresses.length > 30, `${addresses.length}`);
  // A suffix, such as a query, is no part of the path.
  const own = addresses
    .map((one) => ({ ...one, path: one.path.replace(/(?<=[^/])\$\{.*$/, '') }))
    .filter(({ path }) => path !== '/api' && !path.startsWith('/${'));
  assert.deepEqual(await broken(own), []);
  assert.ok(
    own.some(({ path }) => path === '/reset-password'),
    'the link of the mail among them',
  );
});

test('what a hint tells to call can be called', async () => {
  const hints = [
    ...refusals().map(({ code, hint }) => ({ place: code, text: hint })),
    ...catalogue.map(({ name, guidance = '' }) => ({ place: name, text: guidance })),
  ];
  const calls = hints.flatMap(({ place, text }) => callsIn(place, text));
  assert.ok(calls.length > 20, `${calls.length}`);
  assert.deepEqual(await broken(calls), []);
});

test('the type of a problem leads to what it means', async () => {
  const { body } = await service.api('', 'GET', '/clients');
  const [path = '', code] = body.type.split('#');
  const { data } = (await service.send({ method: 'GET', path })).body;
  assert.ok(data.some((one: Wire) => one.code === code));
  assert.deepEqual(
    refusals().filter((kind) => !data.some((one: Wire) => one.code === kind.code)),
    [],
  );
});

test('what discovery names is there', async () => {
  const documents = [
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/api',
    '/.well-known/oauth-authorization-server',
    '/api/mcp/.well-known/oauth-protected-resource',
    '/api/mcp/.well-known/openid-configuration',
    '/',
  ];
  for (const path of documents) {
    const { status, text } = await service.send({ method: 'GET', path });
    assert.equal(status, 200, path);
    const named = linksIn(path, text, [service.url]);
    assert.ok(named.length > 0, path);
    // The issuer and what tokens are for are names, at which their documents lie.
    const names = ['/api/mcp', '/api'];
    assert.deepEqual(await broken(named.filter((one) => !names.includes(one.path))), []);
  }
});

test('what an answer names in its head is there', async () => {
  const made = await service.api(ana.token, 'POST', '/clients', { type: 'business', display_name: 'Bea' });
  const read = await service.api(ana.token, 'GET', String(made.headers['location']).replace(/^\/api/, ''));
  assert.equal(read.body.id, made.body.id);
  await service.api(ana.token, 'POST', '/clients', { type: 'business', display_name: 'Cea' });
  const { headers } = await service.api(ana.token, 'GET', '/clients?limit=1');
  const next = /<([^>]+)>; rel="next"/.exec(String(headers['link']))?.[1] ?? '';
  assert.equal((await service.send({ method: 'GET', path: next, token: ana.token })).body.data.length, 1);
  const refused = await service.send({ method: 'POST', path: '/api/mcp/mcp', body: {} });
  const metadata = /resource_metadata="([^"]+)"/.exec(String(refused.headers['www-authenticate']))?.[1] ?? '';
  assert.equal((await fetch(metadata)).status, 200);
});

test('every link and form of every page leads on, for strangers and for who is signed in', longTest, async () => {
  const visitor = openVisitor(service);
  const walked = new Map<string, number>();
  const walk = async (path: string): Promise<void> => {
    if (walked.has(path)) return;
    const { status, text } = await visitor.get(`${service.url}${path}`);
    walked.set(path, status);
    const own = /^text\/html|<html/.test(text.slice(0, 200)) ? text : '';
    const links = [...own.matchAll(/(?:href|src|action)="(\/[^"#]*)/g)].map(([, to = '']) =>
      to.replaceAll('&amp;', '&'),
    );
    for (const to of links) await walk(to);
  };
  const starts = ['/', '/login', '/register', '/forgot-password', '/reset-password', '/notifications', '/connect'];
  for (const path of starts) await walk(path);
  const pagesOf = () => [...walked.keys()].filter((path) => !path.startsWith('/api/')).length;
  const asStranger = pagesOf();
  await visitor.submit(await visitor.get(`${service.url}/login`), 'sign_in', { email: ana.email, password });
  // The reference is the same for everybody.
  for (const path of walked.keys()) if (!path.startsWith('/api/')) walked.delete(path);
  for (const path of starts) await walk(path);
  assert.ok(pagesOf() > asStranger, `${pagesOf()} pages, ${asStranger} for strangers`);
  assert.deepEqual(
    [...walked].filter(([, status]) => status >= 400),
    [],
  );
});

test('what README and guides tell to open or call is there', async () => {
  const paths = [...globSync(['README.md', 'docs/*.md', 'docs/guides/*.md', 'sdk/README.md'])];
  const addresses = paths.flatMap((place) => {
    const text = readFileSync(place, 'utf8');
    const bare = [...text.matchAll(/`(\/api\/[A-Za-z0-9_/{}.-]*[A-Za-z0-9_}])/g)].map(([, path = '']) => path);
    return [
      ...callsIn(place, text).filter(({ path }) => path.startsWith('/api/')),
      ...linksIn(place, text, ['http://127.0.0.1:4400']),
      ...bare.map((path) => ({ place, method: undefined, path })),
    ];
  });
  assert.ok(addresses.length > 60, `${addresses.length}`);
  // Of whichever resource.
  const ours = addresses.filter(({ path }) => !path.startsWith('/api/{'));
  assert.deepEqual(await broken(ours), []);
});
