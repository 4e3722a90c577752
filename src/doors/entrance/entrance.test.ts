/** Signing in, registering and choosing a new password on pages, as a browser without scripts meets them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { openVisitor, type Page, startOauthService, type Visitor } from '../../../test/support/oauth.ts';
import { password, type SignedIn } from '../../../test/support/running-service.ts';
import { uuidFrom } from '../../wire/type-id.ts';
import { codeNow } from '../../../test/support/totp.ts';
import { tokenHash } from '../../modules/identity/refresh-token.ts';

const service = await startOauthService();
const at = (path: string) => `${service.url}${path}`;

const newcomer = {
  name: 'Ada',
  email: 'ada@example.com',
  password: 'four words in a row',
  business: 'Müller & Söhne',
  country: 'CH',
  currency: '',
  time_zone: '',
};

async function sent(visitor: Visitor, path: string, fields: Record<string, string>): Promise<Page> {
  return visitor.submit(await visitor.get(at(path)), path === '/login' ? 'sign_in' : '', fields);
}

const signInAs = (visitor: Visitor, email: string, secret = password, code = '') =>
  sent(visitor, '/login', { email, password: secret, ...(code === '' ? {} : { code }) });

const isSignedIn = async (visitor: Visitor) => (await visitor.get(at('/'))).text.includes('value="leave"');

/** A link whose token is known here, as the mail that is not sent would have it. */
async function resetToken(of: Pick<SignedIn, 'user'>, { minutes = 60 } = {}): Promise<string> {
  const token = crypto.randomUUID();
  await service.owner.query(
    `insert into password_resets (hash, user_id, created_at, expires_at)
     values ($1, $2, now() - interval '1 hour', now() + $3 * interval '1 minute')`,
    [tokenHash(token), uuidFrom('user', of.user), minutes],
  );
  return token;
}

test('whoever registers is signed in, in a business with the currency and time of its country', async () => {
  const visitor = openVisitor(service);
  const page = await sent(visitor, '/register', newcomer);
  assert.deepEqual([page.url, page.status], [at('/?welcome=1'), 200]);
  assert.match(page.text, /Müller &amp; Söhne/);
  assert.match(page.text, /What to do next/);
  const { rows } = await service.owner.query(
    `select country, base_currency, timezone from organizations where name = $1`,
    [newcomer.business],
  );
  assert.deepEqual(rows, [{ country: 'CH', base_currency: 'CHF', timezone: 'Europe/Zurich' }]);
  assert.equal((await visitor.get(at('/login'))).url, at('/'), 'there is nothing to sign in to any more');
  const left = await visitor.submit(await visitor.get(at('/')), 'leave');
  assert.match(left.text, /href="\/login"/);
  assert.equal(await isSignedIn(visitor), false);
});

test('what is chosen for the books wins over what is usual', async () => {
  const chosen = { email: 'eve@example.com', business: 'Elsewhere', currency: 'USD', time_zone: 'Asia/Tokyo' };
  await sent(openVisitor(service), '/register', { ...newcomer, ...chosen });
  const { rows } = await service.owner.query(`select base_currency, timezone from organizations where name = $1`, [
    chosen.business,
  ]);
  assert.deepEqual(rows, [{ base_currency: 'USD', timezone: 'Asia/Tokyo' }]);
});

test('what is wrong stands at its field, and what was typed stays, but for the password', async () => {
  const wrong: readonly [Record<string, string>, string, RegExp][] = [
    [{ password: 'password' }, 'password', /easily guessed/],
    [{ password: 'short' }, 'password', /8 to 128 characters/],
    [{ email: 'nobody' }, 'email', /Enter an e-mail address/],
    [{ email: newcomer.email }, 'email', /account with this address already exists/],
    [{ name: ' ' }, 'name', /Enter your name/],
    [{ business: '' }, 'business', /Enter the name of the business/],
    [{ country: '' }, 'country', /Choose a country/],
    [{ country: 'AQ' }, 'currency', /Choose the base currency/],
  ];
  for (const [fields, name, said] of wrong) {
    const page = await sent(openVisitor(service), '/register', { ...newcomer, email: 'new@example.com', ...fields });
    assert.equal(page.status, 422, name);
    const [, fault = ''] = new RegExp(`id="${name}-fault">([^<]*)<`).exec(page.text) ?? [];
    assert.match(fault, said, `${name}: ${page.text.split('</style>')[1]}`);
    assert.equal(
      page.text.includes(`value="${fields['password'] ?? newcomer.password}"`),
      false,
      'no password is sent back',
    );
  }
});

test('an address of an account is answered as any other where a link is asked for', async () => {
  const ana = await service.register('Known');
  const answers = await Promise.all(
    [ana.email, 'nobody-at-all-of-the-same-length-xxxxxxxxxx@example.com'.slice(-ana.email.length)].map(
      async (email) => {
        const { status, text } = await sent(openVisitor(service), '/forgot-password', { email });
        return { status, text: text.replaceAll(email, '…').replaceAll(/value="[^"]*"/g, '') };
      },
    ),
  );
  assert.deepEqual(answers[0], answers[1]);
  assert.equal(answers[0]?.status, 200);
  assert.match(answers[0]?.text ?? '', /Check your e-mail/);
  const odd = await sent(openVisitor(service), '/forgot-password', { email: 'odd' });
  assert.equal(odd.status, 422);
});

test('a new password ends every session, also that of this browser, and the link works once', async () => {
  const ana = await service.register('Forgetful');
  const visitor = openVisitor(service);
  await signInAs(visitor, ana.email);
  assert.equal(await isSignedIn(visitor), true);
  const token = await resetToken(ana);
  const link = `https://books.example.com/reset-password#token=${token}`;
  const weak = await sent(visitor, '/reset-password', { link, new_password: 'password' });
  assert.equal(weak.status, 422);
  assert.match(weak.text, /easily guessed/);
  assert.equal(await isSignedIn(visitor), true, 'nothing has happened yet');
  const done = await visitor.submit(weak, '', { link: `#token=${token}`, new_password: 'another passphrase' });
  assert.equal(new URL(done.url).pathname, '/login');
  assert.match(done.text, /Your new password is set/);
  assert.equal(await isSignedIn(visitor), false);
  assert.equal((await service.api(ana.token, 'GET', '/auth/me')).status, 401, 'a program that was signed in');
  assert.equal((await signInAs(visitor, ana.email)).status, 422, 'the old one');
  assert.equal((await signInAs(visitor, ana.email, 'another passphrase')).url, at('/'));
  const again = await sent(visitor, '/reset-password', { link: token, new_password: 'a third passphrase' });
  assert.equal(again.status, 422);
  assert.match(again.text, /no longer works/);
  assert.match(again.text, /href="\/forgot-password"/, 'and says what to do');
});

test('a link that is too old, made up or missing says what to do', async () => {
  const ana = await service.register('Late');
  const late = await resetToken(ana, { minutes: -1 });
  for (const link of [late, 'made-up', `#token=`, 'x'.repeat(3_000)]) {
    const page = await sent(openVisitor(service), '/reset-password', { link, new_password: 'a third passphrase' });
    assert.equal(page.status, 422, link.slice(0, 50));
    assert.match(page.text, /no longer works/);
  }
  const none = await sent(openVisitor(service), '/reset-password', { link: '', new_password: 'a third passphrase' });
  assert.match(none.text, /id="link-fault">Open the link in the e-mail/);
});

test('a second factor is asked for at signing in', async () => {
  const ana = await service.register('Careful');
  const { secret } = (await service.api(ana.token, 'POST', '/auth/totp')).body;
  const confirmed = await service.api(ana.token, 'POST', '/auth/totp/confirm', { totp_code: codeNow(secret) });
  const [recovery] = confirmed.body.recovery_codes;
  const visitor = openVisitor(service);
  const asked = await signInAs(visitor, ana.email);
  assert.equal(asked.status, 422);
  assert.match(asked.text, /id="code"/);
  assert.equal((await visitor.submit(asked, 'sign_in', { email: ana.email, password, code: '000000' })).status, 422);
  const done = await visitor.submit(asked, 'sign_in', { email: ana.email, password, code: recovery });
  assert.equal(done.url, at('/'));
  assert.equal(await isSignedIn(visitor), true);
});

test('no other site sends these forms, and none is taken from another page or sign-in', async () => {
  const bea = await service.register('Bea');
  const token = await resetToken(bea);
  const forms: Readonly<Record<string, Record<string, string>>> = {
    '/login': { deed: 'sign_in', email: bea.email, password },
    '/register': { ...newcomer, email: 'planted@example.com' },
    '/forgot-password': { email: bea.email },
    '/reset-password': { link: token, new_password: 'planted passphrase' },
  };
  for (const [path, fields] of Object.entries(forms)) {
    const visitor = openVisitor(service);
    const read = async (from: string) => /name="key" value="([^"]+)"/.exec((await visitor.get(at(from))).text)?.[1];
    const key = (await read(path)) ?? '';
    const elsewhere = (await read(path === '/login' ? '/register' : '/login')) ?? '';
    const post = (headers: Record<string, string>, given: string) =>
      visitor.send(at(path), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({ ...fields, key: given }).toString(),
      });
    const own = { origin: service.url };
    const refused = [
      await post({}, key),
      await post({ origin: 'https://evil.example' }, key),
      await post({ ...own, 'sec-fetch-site': 'cross-site' }, key),
      await post(own, ''),
      await post(own, elsewhere),
    ];
    for (const answer of refused) {
      assert.equal(answer.status, 403, path);
      assert.deepEqual(answer.headers.getSetCookie(), [], path);
    }
    assert.notEqual((await post(own, key)).status, 403, `the control: ${path}`);
  }
  const { rows } = await service.owner.query(`select count(*)::int as made from users where email like 'planted@%'`);
  assert.deepEqual(rows, [{ made: 1 }], 'by the control alone');
});

test('no page lets anything run, be framed, be kept or be found', async () => {
  for (const path of ['/', '/login', '/register', '/forgot-password', '/reset-password']) {
    const { headers, text } = await openVisitor(service).get(at(path));
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/, path);
    assert.equal(policy.includes('unsafe'), false, path);
    assert.equal(policy.includes('script-src'), path === '/reset-password', path);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.match(headers.get('x-robots-tag') ?? '', /noindex/);
    assert.equal(/<script>|\son\w+=|javascript:/.test(text), false, path);
  }
});

test('a program finds at the root where everything is, a browser finds the page', async () => {
  const asked = async (accept: string) => {
    const answer = await fetch(at('/'), { headers: { accept } });
    assert.match(answer.headers.get('vary') ?? '', /accept/i);
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
  };
  for (const accept of ['*/*', 'application/json']) {
    const { status, type, text } = await asked(accept);
    assert.deepEqual([status, type.split(';')[0]], [200, 'application/json'], accept);
    assert.equal(JSON.parse(text).openapi, at('/api/openapi.json'));
  }
  assert.match((await asked('text/html,application/xhtml+xml,*/*;q=0.8')).type, /text\/html/);
});

for (const signup of ['closed', 'first'] as const) {
  test(`where registration is ${signup}, a page says so to whoever may not register`, async () => {
    const own = await startOauthService({ signup });
    const visitor = openVisitor(own);
    if (signup === 'first') {
      const welcome = await visitor.get(`${own.url}/`);
      assert.match(welcome.text, /Nobody is registered here yet/);
      const page = await visitor.get(`${own.url}/register`);
      assert.equal((await visitor.submit(page, '', newcomer)).url, `${own.url}/?welcome=1`, 'the first');
    }
    const second = openVisitor(own);
    const page = await second.get(`${own.url}/register`);
    assert.match(page.text, /Registration is closed/);
    for (const path of ['/', '/login']) {
      assert.equal((await second.get(`${own.url}${path}`)).text.includes('href="/register"'), false, path);
    }
    const { body } = await own.api('', 'GET', '/auth/registration');
    assert.deepEqual(body, { open: false, first: signup === 'closed' });
  });
}

test('whoever tries too often is told for how long to wait, on every page', longTest, async () => {
  const own = await startOauthService({ rateLimit: true });
  const ana = await own.register('Busy');
  const visitor = openVisitor(own);
  const form = await visitor.get(`${own.url}/login`);
  let page = form;
  for (let attempt = 0; attempt < 30 && page.status !== 429; attempt += 1) {
    page = await visitor.submit(form, 'sign_in', { email: ana.email, password: 'wrong' });
  }
  assert.equal(page.status, 429);
  assert.match(page.text, /Too many attempts. Try again in/);
  let status = 200;
  for (let call = 0; call < 130 && status === 200; call += 1)
    status = (await fetch(`${own.url}/forgot-password`)).status;
  assert.equal(status, 429, 'asking for pages is counted too');
});
