import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import { startEmbedded } from '../../src/db/embedded/index.ts';
import { totpCode } from '../../src/modules/identity/totp.ts';
import { eventually, temporaryFolder } from '../support/embedded-service.ts';
import { metricsToken } from '../support/metrics-token.ts';
import {
  codeFields,
  freePort,
  granted,
  newVerifier,
  openVisitor,
  registerClient,
  tokenRequest,
} from '../support/oauth.ts';
import { password as signInPassword } from '../support/running-service.ts';
import { type Answer, type Asking, ask, openCounter, password, saleOf } from './counter.ts';
import { startDaybook, stopDaybook } from './daybook-process.ts';
import { type MailBox, openMailBox } from './mail-box.ts';

type Secrets = Record<string, string>;
type Place = { readonly name: string; readonly bytes: Buffer };

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

test('no secret that passes through the service is kept or told anywhere', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const server = await startEmbedded({ folder: join(folder, 'server'), log: () => undefined });
  later(() => server.stop());
  const smtpPassword = canary();
  const mailBox = await openMailBox({ password: smtpPassword });
  later(() => mailBox.close());
  const data = join(folder, 'data');
  const given = { DAYBOOK_SECRET: canary(), DATABASE_URL: server.ownerUrl, DAYBOOK_SMTP_URL: mailBox.smtpUrl };
  // OAuth has to know its own address.
  const port = String(await freePort());
  const place = { PORT: port, DAYBOOK_PUBLIC_URL: `http://127.0.0.1:${port}` };
  const daybook = await startDaybook({ folder: data, settings: { ...given, ...place, LOG_LEVEL: 'debug' } });
  later(() => stopDaybook(daybook, data));
  const asked = asker(daybook.url);
  const secrets: Secrets = {
    DAYBOOK_SECRET: given.DAYBOOK_SECRET,
    'password of DATABASE_URL': new URL(server.ownerUrl).password,
    'password of DAYBOOK_SMTP_URL': smtpPassword,
    ...(await useSecrets(daybook.url, asked.ask, mailBox)),
    ...(await useOauth(daybook.url, asked.ask)),
  };
  const metrics = await asked.ask('GET /metrics', undefined, { token: metricsToken });
  const tables = await tablesOf(server.ownerUrl);
  const commands = commandLines();
  // A failure of the database is logged with all its details.
  await server.stop();
  assert.equal((await asked.ask('GET /api/clients', undefined, { token: secrets['access token'] ?? '' })).status, 503);
  assert.equal((await asked.ask('GET /readyz')).status, 503);
  await stopDaybook(daybook, data);
  // The keys are where the embedded database keeps its passwords, for its own account alone.
  const kept = () => filesOf(folder).filter(({ name }) => !name.startsWith('server/keys/'));
  const places: Place[] = [
    { name: 'log', bytes: Buffer.from(daybook.output()) },
    { name: 'metrics', bytes: Buffer.from(String(metrics.body)) },
    { name: 'problems', bytes: Buffer.from(asked.problems.join('\n')) },
    { name: 'command lines', bytes: Buffer.from(commands) },
    ...tables,
    ...kept(),
  ];
  const kib = Math.round(places.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1_024);
  t.diagnostic(`${Object.keys(secrets).length} secrets sought in ${places.length} places of ${kib} KiB`);
  assert.deepEqual(findings(places, secrets), []);
  assert.match(daybook.output(), /"level":20.*"route":"\/api\/auth\/login"/, 'nothing was logged');
  assert.ok(asked.problems.length >= 6);

  // Controls: what is not secret is found wherever it should be, and a secret wherever it is planted.
  const known = { email: 'canary@example.com', route: '/api/auth/login' };
  const found = findings(places, known).join('\n');
  for (const where of [
    'email in table users',
    'email in server/postgres/cluster',
    'route in log',
    'route in metrics',
  ]) {
    assert.ok(found.includes(where), `${where} was not found`);
  }
  for (const [name, secret] of Object.entries(secrets)) {
    for (const form of formsOf(secret)) {
      const planted = { name: 'planted', bytes: Buffer.from(`so ${form} on`) };
      assert.deepEqual(findings([planted], { [name]: secret }), [`${name} in planted`]);
    }
  }
  writeFileSync(join(folder, 'planted'), secrets['refresh token'] ?? '');
  assert.deepEqual(findings(kept(), secrets), ['refresh token in planted']);
});

type Ask = (route: string, body?: object, asking?: Asking) => Promise<Answer>;

/** Asks, and keeps what every refusal says. */
function asker(url: string): { readonly ask: Ask; readonly problems: string[] } {
  const problems: string[] = [];
  const asked: Ask = async (route, body, asking) => {
    const answer = await ask(url, route, body, asking);
    if (answer.status >= 400) problems.push(JSON.stringify([answer.body, [...answer.headers]]));
    return answer;
  };
  return { ask: asked, problems };
}

/** Walks every way that takes or gives a secret, well and badly, and answers the secrets. */
async function useSecrets(url: string, asked: Ask, mailBox: MailBox): Promise<Secrets> {
  const email = 'canary@example.com';
  const organization = { name: 'Canary', country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };
  const passwords = {
    first: canary(),
    second: canary(),
    third: canary(),
    wrong: canary(),
    short: canary().slice(0, 7),
  };
  const signIn = async (body: object) => (await asked('POST /api/auth/login', { email, ...body })).body;
  const registered = await asked('POST /api/auth/register', {
    email,
    password: passwords.first,
    name: 'Ana',
    organization,
  });
  const { access_token: token, refresh_token: refresh } = registered.body;
  await asked('POST /api/auth/register', {
    email: 'other@example.com',
    password: passwords.short,
    name: 'B',
    organization,
  });
  await asked('POST /api/auth/register', { email, password: passwords.first, nmae: passwords.wrong, organization });
  await signIn({ password: passwords.wrong });
  const { refresh_token: rotated } = (await asked('POST /api/auth/refresh', { refresh_token: refresh })).body;
  await asked('POST /api/auth/refresh', { refresh_token: `${refresh}x` });
  await asked(`GET /api/clients?access_token=${token}`);
  await asked('GET /api/clients', undefined, { token: `${token}x` });
  await asked('POST /api/clients', { type: 'individual', display_name: 'One' }, { token, key: 'a key' });

  const { secret: totp } = (await asked('POST /api/auth/totp', {}, { token })).body;
  const codeOf = (ahead: number) => totpCode(bytesOf(totp), Math.floor(Date.now() / 30_000) + ahead);
  const confirmed = await asked('POST /api/auth/totp/confirm', { totp_code: codeOf(0) }, { token });
  const [recovery = '', spare = ''] = confirmed.body.recovery_codes;
  await signIn({ password: passwords.first });
  await signIn({ password: passwords.first, totp_code: recovery });
  const change = { current_password: passwords.first, new_password: passwords.second };
  const changed = await asked('POST /api/auth/password', change, { token });
  assert.ok(changed.status < 300, JSON.stringify(changed.body));

  const minted = await asked('POST /api/mcp/tokens', { name: 'Claude', preset: 'full' }, { token, key: 'a token' });
  const mcp = minted.body.token;
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_clients', arguments: {} } };
  const accept = { accept: 'application/json' };
  assert.equal((await asked('POST /api/mcp/mcp', call, { token: mcp, headers: accept })).status, 200);
  await asked('POST /api/mcp/mcp', call, { token: `${mcp}x`, headers: accept });
  await asked('GET /api/clients', undefined, { token: mcp });

  const apiKey = (await asked('POST /api/api-keys', { name: 'Shop', scopes: ['clients:read'] }, { token })).body.key;
  assert.equal((await asked('GET /api/clients', undefined, { token: apiKey })).status, 200);
  await asked('GET /api/clients', undefined, { token: `${apiKey}x` });
  await asked('GET /api/sales', undefined, { token: apiKey });
  await asked('POST /api/mcp/mcp', call, { token: apiKey, headers: accept });
  await asked(`GET /api/clients?api_key=${apiKey}`);

  await asked('POST /api/auth/password/forgot', { email });
  const reset = await eventually(() => tokenIn(mailBox.mails.join('\n')));
  await asked('POST /api/auth/password/reset', { token: `${reset}x`, new_password: passwords.third });
  const done = await asked('POST /api/auth/password/reset', { token: reset, new_password: passwords.third });
  assert.ok(done.status < 300, JSON.stringify(done.body));
  const last = await signIn({ password: passwords.third, totp_code: codeOf(1) });
  assert.equal(typeof last.access_token, 'string', JSON.stringify(last));
  const counter = await openCounter(url, { goods: 1 });
  await asked('POST /api/sales/record', saleOf(counter, 'one'), { token: counter.token, key: 'one' });
  return {
    ...Object.fromEntries(Object.entries(passwords).map(([name, value]) => [`${name} password`, value])),
    'password of others': password,
    'access token': token,
    'new access token': last.access_token,
    'refresh token': refresh,
    'rotated refresh token': rotated,
    'new refresh token': last.refresh_token,
    'TOTP secret': totp,
    'TOTP bytes': bytesOf(totp).toString('hex'),
    'recovery code': recovery,
    'spare recovery code': spare,
    'MCP token': mcp,
    'API key': apiKey,
    'reset token': reset,
  };
}

/** Connects a client, well and badly, and answers what it and the browser were given. */
async function useOauth(url: string, asked: Ask): Promise<Secrets> {
  const place = { url };
  const email = 'connecting@example.com';
  const organization = { name: 'Connected', country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };
  await asked('POST /api/auth/register', { email, password: signInPassword, name: 'Olga', organization });
  const client = await registerClient(place);
  const visitor = openVisitor(place);
  const allowed = await granted(place, client, { who: { email }, visitor });
  const fields = codeFields(client, allowed);
  const wrongly = await tokenRequest(place, { ...fields, code_verifier: newVerifier().verifier });
  assert.equal(wrongly.status, 400, JSON.stringify(wrongly.body));
  const again = await granted(place, client, { who: { email }, visitor });
  const { body: tokens } = await tokenRequest(place, codeFields(client, again));
  const refresh = (token: string) =>
    tokenRequest(place, { grant_type: 'refresh_token', client_id: client.id, refresh_token: token });
  const { body: renewed } = await refresh(tokens.refresh_token);
  assert.equal((await refresh(`${renewed.refresh_token}x`)).status, 400);
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const headers = { accept: 'application/json' };
  assert.equal((await asked('POST /api/mcp/mcp', call, { token: renewed.access_token, headers })).status, 200);
  await asked('POST /api/mcp/mcp', call, { token: `${renewed.access_token}x`, headers });
  await asked('GET /api/clients', undefined, { token: renewed.access_token });
  await asked(`GET /api/mcp/mcp?access_token=${renewed.access_token}`);
  const lost = await granted(place, client, { who: { email }, visitor });
  const cookies = visitor.cookies().filter((value) => value.length >= 20);
  assert.ok(cookies.length >= 1, 'no cookie was given');
  return {
    ...Object.fromEntries(cookies.map((value, index) => [`cookie ${index + 1}`, value])),
    'refused authorization code': allowed.code,
    'used authorization code': again.code,
    'unused authorization code': lost.code,
    'code verifier': again.verifier,
    'OAuth access token': tokens.access_token,
    'OAuth refresh token': tokens.refresh_token,
    'renewed OAuth access token': renewed.access_token,
    'renewed OAuth refresh token': renewed.refresh_token,
  };
}

function canary(): string {
  return randomBytes(24).toString('base64url');
}

/** Out of a mail as it travels, whose long lines are folded and whose `=` are written `=3D`. */
function tokenIn(mail: string): string {
  const token = /#token=([\w-]{40,})/.exec(mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))?.[1];
  if (token === undefined) throw new Error('no mail with a token has come');
  return token;
}

function bytesOf(base32: string): Buffer {
  const bits = base32
    .split('')
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Every row of every table, as text. */
async function tablesOf(ownerUrl: string): Promise<Place[]> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
    );
    const places: Place[] = [];
    for (const { name } of rows) {
      const { rows: texts } = await client.query<{ text: string }>(
        `select row_to_json(t)::text as text from ${name} t`,
      );
      places.push({
        name: `table ${name.replace('public.', '')}`,
        bytes: Buffer.from(texts.map(({ text }) => text).join('\n')),
      });
    }
    return places;
  } finally {
    await client.end();
  }
}

/** Arguments of processes, which every user of the machine can read. Linux alone keeps them in files. */
function commandLines(): string {
  if (process.platform !== 'linux') return '';
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')];
      } catch {
        return [];
      }
    })
    .join('\n');
}

function filesOf(folder: string): Place[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.includes('postgres/programs') && statSync(join(folder, name)).isFile())
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
}

function findings(places: readonly Place[], secrets: Secrets): string[] {
  return places.flatMap(({ name: place, bytes }) =>
    Object.entries(secrets)
      .filter(([, secret]) => formsOf(secret).some((form) => bytes.includes(form)))
      .map(([name]) => `${name} in ${place}`),
  );
}

/** As it is, in base64 and hex as it may be kept, and as it looks in an address. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64').replaceAll('=', '');
  return [...new Set([secret, base64, bytes.toString('hex'), encodeURIComponent(secret)])];
}
