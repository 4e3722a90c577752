/** The page on which an invite is accepted: as it travels, and in a real browser. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openTab, type View } from '../../../test/support/browser.ts';
import { longTest } from '../../../test/support/dose.ts';
import { assertLegible, violationsIn } from '../../../test/support/legible.ts';
import { inviteLink } from '../../../test/support/invite-link.ts';
import { keyIn } from '../../../test/support/public-page.ts';
import { type HttpAnswer, password, startService } from '../../../test/support/running-service.ts';

// Where browsers make passkeys, the page has a script: src/doors/signed-in/passkeys.test.ts looks at it.
const service = await startService({ publicUrl: 'http://127.0.0.1:4400' });
const boss = await service.register('Harbour & Finch');
const looked = 'The page of an invite';

const newAddress = () => `new-${randomUUID()}@example.com`;
const get = (path: string, headers = {}) => service.send({ method: 'GET', path, headers });

async function invited(
  more: { email?: string } & Record<string, unknown> = {},
): Promise<{ email: string; path: string }> {
  const email = more.email ?? newAddress();
  return { email, path: `/join/${await inviteLink(service, boss, { role: 'accountant', ...more, email })}` };
}

async function post(path: string, form: Record<string, string>, headers = {}): Promise<HttpAnswer> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(form).toString();
  return service.send({ method: 'POST', path, body, headers: { ...type, ...headers } });
}

async function filledIn(path: string, form: Record<string, string> = {}): Promise<Record<string, string>> {
  return { key: keyIn((await get(path)).text), name: 'Berta', password, ...form };
}

async function login(email: string): Promise<HttpAnswer> {
  return service.api('', 'POST', '/auth/login', { email, password });
}

describe('the page of an invite', () => {
  test('says who invites whom to what, in the language of the mail', async () => {
    const { path, email } = await invited({ language: 'de', access_expires_at: '2099-06-30T22:30:00Z' });
    const { status, text } = await get(path);
    assert.equal(status, 200);
    assert.match(text, /<html lang="de" dir="ltr">/);
    for (const part of [
      'Harbour &amp; Finch',
      email,
      'Buchhaltung',
      '1. Juli 2099',
      'Einladung annehmen',
      'Ablehnen',
    ]) {
      assert.ok(text.includes(part), part);
    }
    assert.doesNotMatch(text, /\b[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}\b/);
  });

  test('is for no search engine, frame, cache or other site, and runs nothing', async () => {
    for (const { headers, text } of [await get((await invited()).path), await get('/join/none')]) {
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.equal(headers['x-frame-options'], 'DENY');
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-/,
      );
      assert.equal('set-cookie' in headers, false);
      assert.equal(text.includes('<script'), false);
    }
  });

  test('makes a member who can sign in, once', async () => {
    const { path, email } = await invited();
    const form = await filledIn(path);
    const answer = await post(path, form);
    assert.equal(answer.status, 200, answer.text);
    assert.match(answer.text, /Welcome to Harbour &amp; Finch/);
    assert.equal(answer.text.includes(password), false);
    const { body } = await login(email);
    const me = await service.api(body.access_token, 'GET', '/auth/me');
    assert.deepEqual([me.body.organization.name, me.body.member.roles], ['Harbour & Finch', ['accountant']]);
    const again = await post(path, form);
    assert.equal(again.status, 404);
    assert.equal(again.text, (await get('/join/none')).text);
  });

  test('takes the password of an account that there is, and no other', async () => {
    const known = await service.register('Known');
    const { path } = await invited({ email: known.email });
    const wrong = await post(path, await filledIn(path, { password: 'another horse battery' }));
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /This address already has an account here/);
    assert.equal(wrong.text.includes('another horse'), false);
    assert.equal((await post(path, await filledIn(path))).status, 200);
  });

  test('says beside the field what is not right with it', async () => {
    const { path, email } = await invited();
    for (const [form, said] of [
      [{ name: ' ' }, /Please enter your name/],
      [{ password: 'short' }, /Choose a password of 8 to 128 characters/],
      [{ password: 'x'.repeat(129) }, /Choose a password of 8 to 128 characters/],
      [{ password: email }, /Choose a password of 8 to 128 characters/],
    ] as const) {
      const answer = await post(path, await filledIn(path, form));
      assert.equal(answer.status, 422);
      assert.match(answer.text, said);
    }
  });

  test('takes no answer that was not read off it, and none from another site', async () => {
    const { path, email } = await invited();
    const other = await filledIn((await invited()).path);
    const own = await filledIn(path);
    for (const [form, headers] of [
      [{ ...own, key: '' }, {}],
      [{ ...own, key: other['key'] ?? '' }, {}],
      [own, { origin: 'https://elsewhere.example' }],
      [own, { 'sec-fetch-site': 'cross-site' }],
    ] as const) {
      assert.equal((await post(path, form, headers)).status, 403);
      assert.equal((await post(`${path}/decline`, form, headers)).status, 403);
    }
    assert.equal((await login(email)).status, 401);
    assert.equal((await post(path, own)).status, 200);
  });

  test('lets people decline, and who is a member already is told so', async () => {
    const { path } = await invited();
    const declined = await post(`${path}/decline`, await filledIn(path));
    assert.match(declined.text, /You have declined the invitation/);
    assert.equal((await get(path)).status, 404);
    const known = await service.register('Twice');
    const second = await invited({ email: known.email });
    const { body } = await service.api(boss.token, 'GET', '/auth/me');
    await service.owner.query(
      `insert into members (organization_id, id, user_id, role_ids, created_at, updated_at)
       select organization_id, gen_random_uuid(), (select id from users where email = $1), role_ids, now(), now()
       from members join users on users.id = members.user_id where users.email = $2`,
      [known.email, body.user.email],
    );
    const already = await post(second.path, await filledIn(second.path));
    assert.equal(already.status, 409);
    assert.match(already.text, /You are already a member of Harbour &amp; Finch/);
  });

  test('whatever people are called is text and never markup', async () => {
    const evil = `"><script>alert(1)</script>'`;
    const host = await service.register(evil);
    const path = `/join/${await inviteLink(service, host, { email: newAddress() })}`;
    const answers = [await get(path), await post(path, await filledIn(path, { name: evil, password: 'short' }))];
    for (const { text } of answers) {
      assert.doesNotMatch(text, /<script/);
      assert.match(text, /&lt;script&gt;/);
    }
  });
});

const phone: View = { width: 390, height: 844 };
const views: readonly View[] = [
  phone,
  { width: 320, height: 640, dark: true },
  { width: 1_280 },
  { width: 1_280, dark: true },
];

test('the page is legible at every width, by day and by night, in both directions', longTest, async (t) => {
  const tab = await openTab(t, looked);
  if (tab === undefined) return;
  const asked = await tab.watch();
  for (const language of ['en', 'ar', 'de']) {
    const { path } = await invited({ language, access_expires_at: '2099-06-30T22:30:00Z' });
    for (const view of views) {
      await tab.look(view);
      await tab.visit(`${service.url}${path}`);
      await assertLegible(tab.settled, `${language} ${JSON.stringify(view)}`);
    }
  }
  assert.deepEqual(tab.complaints, []);
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(`${service.url}/join/`)),
    [],
  );
});

test(
  'an invite is accepted with the keyboard alone, without scripts, and what is wrong has the focus',
  longTest,
  async (t) => {
    const tab = await openTab(t, looked);
    if (tab === undefined) return;
    const { path, email } = await invited();
    await tab.look({ ...phone, scripts: false });
    await tab.visit(`${service.url}${path}`);
    const focused = 'document.activeElement.id || document.activeElement.tagName';
    for (const expected of ['email', 'name', 'password', 'BUTTON', 'BUTTON']) {
      await tab.press('Tab');
      assert.equal(await tab.read(focused), expected);
    }
    await tab.read(`document.getElementById('name').focus()`);
    await tab.type('Berta');
    await tab.press('Tab');
    await tab.type(email);
    await tab.pressing('Enter');
    await tab.comes(`document.activeElement.id === 'password'`);
    const described = `document.getElementById('password').getAttribute('aria-describedby')`;
    assert.equal(await tab.read(described), 'password-fault password-hint');
    await tab.look(phone);
    assert.deepEqual(await violationsIn(tab.settled), []);
    await tab.read(`document.getElementById('password').focus()`);
    await tab.type(password);
    await tab.pressing('Enter');
    assert.match(await tab.read('document.body.innerText'), /Welcome to Harbour & Finch/);
    assert.deepEqual(await violationsIn(tab.settled), []);
    assert.equal((await login(email)).status, 200);
  },
);
