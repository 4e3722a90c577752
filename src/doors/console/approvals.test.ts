/** The pages on which people decide what AI clients asked for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { openVisitor, type Page, signIn, startOauthService, type Visitor } from '../../../test/support/oauth.ts';
import { password, type SignedIn } from '../../../test/support/running-service.ts';
import { codeNow } from '../../../test/support/totp.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await startOauthService();
const { url } = service;
const ana = await service.register('Acme');
const token = await service.mcpToken(ana, { name: 'Claude on a laptop', preset: 'standard' });

async function done(method: string, path: string, body: object = {}): Promise<Wire> {
  const answer = await service.api(ana.token, method, path, body, { 'idempotency-key': crypto.randomUUID() });
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
}

type Waiting = { readonly sale: Wire; readonly id: string; readonly address: string };

/** A sale that an AI client wants to void, and where it says a person decides. */
async function waiting(note = 'Buyer', by = token): Promise<Waiting> {
  const lines = [{ name: 'Work', quantity: '2', unit_price: '50.00' }];
  const client = await done('POST', '/clients', { type: 'business', display_name: note });
  const { id } = await done('POST', '/sales', { client_id: client.id, lines });
  const sale = await done('POST', `/sales/${id}/confirm`);
  const call = { name: 'void_sale', arguments: { id, reason: 'Entered twice' } };
  const { structuredContent: told } = await service.tool(by, 'run_destructive_action', call);
  return { sale, id: told.approval_id, address: told.approval_url };
}

async function at(address: string, who: SignedIn = ana): Promise<{ visitor: Visitor; page: Page }> {
  const visitor = openVisitor(service);
  return { visitor, page: await signIn(visitor, await visitor.get(address), who) };
}

const words = ({ text }: Page) =>
  (text.split('</style>')[1] ?? '')
    .replaceAll(/<pre[^]*?<\/pre>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const keyOf = ({ text }: Page) => /name="key" value="([^"]+)"/.exec(text)?.[1] ?? '';
const statusOf = async (sale: Wire) => (await service.api(ana.token, 'GET', `/sales/${sale.id}`)).body.status;

test('the link that an AI client gets leads to what it asked for, and approving it does that', async () => {
  const { sale, address } = await waiting();
  const { visitor, page } = await at(address);
  for (const said of ['Void sale', 'Owner', 'Claude on a laptop', sale.number, 'Entered twice', 'No e-mail is sent']) {
    assert.ok(words(page).includes(said === 'Owner' ? 'Acme' : said), said);
  }
  assert.match(words(page), /Journal entries .* €100\.00/);
  const after = await visitor.submit(page, 'approve', { note: 'Entered by mistake' });
  assert.equal(after.url, address);
  assert.match(words(after), /Approved by Acme/);
  assert.match(words(after), /Result/);
  assert.match(words(after), /Note Entered by mistake/);
  const activity = await visitor.get(`${service.url}/connect/activity`);
  assert.match(words(activity), /Note: Entered by mistake/);
  assert.equal(after.text.includes('value="approve"'), false);
  assert.equal(await statusOf(sale), 'voided');
});

test('what is rejected does not happen, and the AI client reads why', async () => {
  const { sale, id, address } = await waiting();
  const { visitor, page } = await at(address);
  const after = await visitor.submit(page, 'reject', { note: 'Ask Bob <first>' });
  assert.match(words(after), /Rejected by Acme .* Ask Bob &lt;first&gt;/);
  assert.equal(await statusOf(sale), 'confirmed');
  const call = { name: 'get_approval', arguments: { id } };
  const { structuredContent: seen } = await service.tool(token, 'run_read_action', call);
  assert.deepEqual([seen.status, seen.note], ['rejected', 'Ask Bob <first>']);
});

test('whoever decides reads whom it lets in, where money goes and which records it is about, by name', async () => {
  const full = await service.mcpToken(ana, { name: 'Everything', preset: 'full' });
  const { data: roles } = await done('GET', '/team/roles');
  const role = roles.find(({ name }: Wire) => name === 'accountant');
  const one = await done('POST', '/clients', { type: 'business', display_name: 'Twin & Sons' });
  const other = await done('POST', '/clients', { type: 'business', display_name: 'Twin and Sons' });
  const asked = [
    ['create_invite', { email: 'mallory@example.net', role_ids: [role.id] }, ['mallory@example.net', 'accountant']],
    ['update_organization', { bank_account: { iban: 'DE89370400440532013000' } }, ['DE89370400440532013000']],
    ['merge_client', { id: one.id, into_id: other.id }, ['Twin &amp; Sons', 'Twin and Sons', one.number, other.number]],
  ] as const;
  for (const [name, input, said] of asked) {
    const [use, by] = name === 'merge_client' ? ['run_destructive_action', token] : ['run_write_action', full];
    const call = { name, arguments: { ...input, idempotency_key: `asked for ${name}` } };
    const told = (await service.tool(by, use, call)).structuredContent;
    assert.equal(told.code, 'approval_required', JSON.stringify(told));
    const { page } = await at(told.approval_url);
    for (const word of said) assert.ok(words(page).includes(word), `${name} does not say ${word}: ${words(page)}`);
    assert.doesNotMatch(words(page), /\{"|"\}/, 'no JSON outside of what is folded');
  }
});

test('whoever decides about a call for many reads whom it is about', async () => {
  const about = { type: 'business', display_name: 'Late <b>& Co', email: 'late@example.net' };
  const { id: client_id } = await done('POST', '/clients', about);
  const lines = [{ name: 'Hour', quantity: '1', unit_price: '71.50' }];
  const late = { sale_date: '2026-01-02', due_date: '2026-01-09', confirm: true };
  const { id: sale_id } = await done('POST', '/sales', { client_id, lines, ...late });
  const invoice = await done('POST', '/documents', { type: 'invoice', sale_id, issue: true });
  const call = { name: 'chase_overdue', arguments: { idempotency_key: 'all who are late' } };
  const told = (await service.tool(token, 'run_write_action', call)).structuredContent;
  assert.equal(told.code, 'approval_required', JSON.stringify(told));
  const { page } = await at(told.approval_url);
  for (const word of ['late@example.net', 'Late &lt;b&gt;&amp; Co', invoice.number, '71.50', 'Payment reminder']) {
    assert.ok(words(page).includes(word), `it does not say ${word}: ${words(page)}`);
  }
  assert.doesNotMatch(words(page), /\{"|"\}/, 'no JSON outside of what is folded');
});

test('what nobody takes back is approved only by who gives the second factor again', longTest, async () => {
  const careful = await service.register('Careful');
  const rest = async (path: string, body: object): Promise<Wire> =>
    (await service.api(careful.token, 'POST', path, body)).body;
  const { id } = await rest('/clients', { type: 'individual', display_name: 'Somebody' });
  const asking = await service.mcpToken(careful, { name: 'Claude', preset: 'full' });
  const call = { name: 'erase_client', arguments: { id } };
  const { structuredContent: told } = await service.tool(asking, 'run_destructive_action', call);
  const { visitor, page } = await at(told.approval_url, careful);
  const { secret } = await rest('/auth/totp', {});
  const { recovery_codes: codes } = await rest('/auth/totp/confirm', { totp_code: codeNow(secret) });
  await service.owner.query(`update sessions set created_at = created_at - interval '1 hour'`);
  // Rights are looked up a second late at most.
  await new Promise((later) => setTimeout(later, 1_100));
  const asked = await visitor.submit(page, 'approve');
  assert.match(words(asked), /Not approved yet/);
  const again = await visitor.submit(asked, 'prove', { code: '000000' });
  assert.match(words(again), /The code is wrong/);
  const proved = await visitor.submit(again, 'prove', { code: codes[0] });
  assert.match(words(proved), /Pending/);
  assert.match(words(await visitor.submit(proved, 'approve')), /Approved by Careful/);
});

test('what would do something else by now is not done, and the page says so', async () => {
  const { sale, address } = await waiting();
  const { visitor, page } = await at(address);
  await done('PATCH', `/sales/${sale.id}`, { metadata: { changed: 'yes' } });
  const after = await visitor.submit(page, 'approve');
  assert.match(words(after), /Superseded Records have changed since the preview/);
  assert.match(words(after), /Problem .* have the AI app request it again/);
  assert.equal(await statusOf(sale), 'confirmed');
  // A late decision finds the request superseded.
  const late = await visitor.submit(page, 'reject', {});
  assert.match(words(late), /Superseded/);
});

test('who may not decide is told so, and who lacks the right to it leaves it to others', async () => {
  // Both are members before it is asked for: whoever is let in later may not decide at all.
  const accountant = await service.colleague(ana, 'accountant');
  const admin = await service.colleague(ana, 'admin');
  const { sale, address } = await waiting();
  const withhold = (right: string, role: string) =>
    service.owner.query('update roles set permissions = array_remove(permissions, $1) where name = $2', [right, role]);
  await withhold('approvals:decide', 'accountant');
  const seen = await at(address, accountant);
  assert.match(words(seen.page), /not decide on it\. That needs the permission approvals:decide/);
  const pushed = await seen.visitor.submit(seen.page, 'approve');
  assert.equal(pushed.status, 403);
  assert.match(words(pushed), /you would need the permission approvals:decide/);
  await withhold('sales:void', 'admin');
  const { visitor, page } = await at(address, admin);
  const refused = await visitor.submit(page, 'approve');
  assert.equal(refused.status, 403);
  assert.match(words(refused), /you would need the permission sales:void yourself/);
  assert.equal(await statusOf(sale), 'confirmed');
  const owner = await at(address);
  assert.match(words(await owner.visitor.submit(owner.page, 'approve')), /Approved by/);
});

test('the inbox shows what waits and counts it, and what was decided on its own tab', async () => {
  const who = await service.register('Inbox');
  const { visitor, page } = await at(`${url}/approvals`, who);
  assert.match(words(page), /No pending approvals/);
  const first = await at(`${url}/approvals`);
  const before = Number(/class="count">(\d+)</.exec(first.page.text)?.[1] ?? 0);
  const { sale, id } = await waiting();
  const inbox = await first.visitor.get(`${url}/approvals`);
  assert.match(inbox.text, new RegExp(`class="count">${before + 1}<`));
  assert.ok(inbox.text.includes(`/approvals/${id}`) && inbox.text.includes(sale.number));
  const decided = await first.visitor.get(`${url}/approvals?show=decided`);
  assert.equal(decided.text.includes(id), false);
  assert.match(words(decided), /Approved|Rejected/);
  assert.match(words(await visitor.get(`${url}/approvals?show=decided`)), /No approvals have been requested yet/);
});

test('a stranger sees nothing but where to sign in, and another organisation nothing at all', async () => {
  const { sale, address } = await waiting();
  const stranger = await openVisitor(service).get(address);
  assert.match(stranger.text, /id="password"/);
  assert.equal(stranger.text.includes(sale.number) || stranger.text.includes('Void'), false);
  const rival = await service.register('Rival');
  const { visitor, page } = await at(address, rival);
  assert.equal(page.status, 404);
  assert.equal(page.text.includes(sale.number), false);
  assert.equal((await visitor.submit(page, 'approve')).status, 404);
  const never = await visitor.get(`${url}/approvals/appr_00000000000000000000000000`);
  const plain = ({ text }: Page) => text.replaceAll(/value="[^"]*"/g, '');
  assert.equal(plain(never), plain(page));
  assert.equal((await visitor.get(`${url}/approvals/__proto__`)).status, 404);
  assert.equal(await statusOf(sale), 'confirmed');
});

test('a form is taken only from its own page, while the same person is signed in there', async () => {
  const { sale, address } = await waiting();
  const { visitor, page } = await at(address);
  const other = await waiting();
  const otherPage = await visitor.get(other.address);
  const again = await at(address);
  const post = (by: Visitor, fields: Record<string, string>, headers: Record<string, string> = {}, to = address) =>
    by.send(to, {
      method: 'POST',
      body: new URLSearchParams({ deed: 'approve', ...fields }).toString(),
      headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const key = keyOf(page);
  const wrong: Readonly<Record<string, () => Promise<Response>>> = {
    'from another site': () => post(visitor, { key }, { origin: 'https://evil.example.com' }),
    'from no page': () => post(visitor, { key }, { origin: 'null' }),
    'from a neighbour of ours': () => post(visitor, { key }, { 'sec-fetch-site': 'same-site' }),
    'without a key': () => post(visitor, {}),
    'with a made-up key': () => post(visitor, { key: `${Date.now() + 9e6}.x` }),
    'with the key of another page': () => post(visitor, { key: keyOf(otherPage) }),
    'with the key of another sign-in': () => post(visitor, { key: keyOf(again.page) }),
    'in a browser where nobody is signed in': () => post(openVisitor(service), { key }),
    'as JSON': () => post(visitor, { key }, { 'content-type': 'application/json' }),
    'as text': () => post(visitor, { key }, { 'content-type': 'text/plain' }),
  };
  for (const [how, send] of Object.entries(wrong)) {
    const { status } = await send();
    assert.ok([403, 415].includes(status), `${how}: ${status}`);
    assert.equal(await statusOf(sale), 'confirmed', how);
  }
  const stale = await (await post(visitor, {})).text();
  assert.match(stale, /open for too long/);
  assert.match(stale, /Void/);
  // Control: the same form, as the page sends it.
  assert.equal((await post(visitor, { key })).status, 303);
  assert.equal(await statusOf(sale), 'voided');
});

test('the sign-in ends at once with its session, its password and when it is left', async () => {
  const who = await service.register('Ending');
  const opened = async () => at(`${url}/approvals`, who);
  const isIn = async ({ visitor }: { visitor: Visitor }) =>
    !(await visitor.get(`${url}/approvals`)).text.includes('id="password"');
  const revoked = await opened();
  assert.equal(await isIn(revoked), true);
  for (const { id, current } of (await service.api(who.token, 'GET', '/auth/sessions')).body.data) {
    if (current !== true) await service.api(who.token, 'DELETE', `/auth/sessions/${id}`);
  }
  assert.equal(await isIn(revoked), false, 'revoked');
  const push = await revoked.visitor.submit(revoked.page, 'approve');
  assert.match(push.text, /id="password"/);
  const changed = await opened();
  const [bystander, body] = [
    await opened(),
    { current_password: password, new_password: 'another horse battery staple' },
  ];
  assert.equal((await service.api(who.token, 'POST', '/auth/password', body)).status, 200);
  assert.equal(await isIn(changed), false, 'password changed');
  assert.equal(await isIn(bystander), false);
  const left = await at(`${url}/approvals`);
  const session = /daybook=([^;]+)/.exec(
    (await left.visitor.send(`${url}/approvals`, {})).headers.get('set-cookie') ?? '',
  );
  assert.equal(session, null, 'it is not renewed with each page');
  assert.match((await left.visitor.submit(left.page, 'leave')).text, /id="password"/);
  assert.equal(await isIn(left), false, 'signed out');
});

test('every page forbids frames, foreign scripts, caches and search engines', async () => {
  const { address } = await waiting();
  const { visitor, page } = await at(address);
  const pages = [
    page,
    await openVisitor(service).get(address),
    await visitor.get(`${url}/approvals`),
    await visitor.get(`${url}/approvals/nothing`),
  ];
  for (const { headers } of pages) {
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|https?:/);
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow, noarchive');
  }
});

test('who has several organisations looks at one of them, and changes to another', async () => {
  const many = await service.register('First house');
  const house = { name: 'Second house', country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };
  const { body } = await service.api(many.token, 'POST', '/organizations', house);
  const { visitor, page } = await at(`${url}/approvals`, many);
  assert.match(page.text, /First house<\/option>/);
  const moved = await visitor.submit(page, 'switch', { organization_id: body.id });
  assert.match(moved.text, /selected>Second house/);
  const foreign = await visitor.submit(moved, 'switch', { organization_id: ana.organization });
  assert.equal(foreign.status, 404);
  assert.match((await visitor.get(`${url}/approvals`)).text, /selected>Second house/);
});

test('the pages speak the language that the browser asks for', async () => {
  const visitor = openVisitor(service);
  const answer = await visitor.send(`${url}/approvals`, { headers: { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' } });
  const text = await answer.text();
  assert.match(text, /<html lang="de" dir="ltr">/);
  assert.match(text, /Bei Daybook anmelden/);
  const other = await visitor.send(`${url}/approvals`, {
    headers: { 'accept-language': 'xx, __proto__, constructor' },
  });
  assert.match(await other.text(), /<html lang="en" dir="ltr">/);
});
