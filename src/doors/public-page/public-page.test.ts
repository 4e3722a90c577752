/** The page that a link shows, as it travels: its headers, what it tells and what it keeps to itself, and its forms. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keyIn, createPageFixture } from '../../../test/support/public-page.ts';
import { type HttpAnswer, startService } from '../../../test/support/running-service.ts';

const service = await startService();
const fixture = await createPageFixture(service);
const { call, quoted } = fixture;

const get = (path: string, headers = {}) => service.send({ method: 'GET', path, headers });

async function post(path: string, form: Record<string, string>, headers = {}): Promise<HttpAnswer> {
  const body = new URLSearchParams(form).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return service.send({ method: 'POST', path, body, headers: { ...type, ...headers } });
}

async function filledIn(path: string, form: Record<string, string>): Promise<Record<string, string>> {
  return { key: keyIn((await get(path)).text), ...form };
}

describe('what is shown', () => {
  test('the page says what is on the document, in its language', async () => {
    const { quote, path } = await quoted({
      title: 'Frühjahr',
      notes: 'Beginn im Mai.',
      terms: 'Zahlbar sofort.',
      language: 'de',
      buyer_reference: 'B-7',
    });
    const { status, text } = await get(path);
    assert.equal(status, 200);
    assert.match(text, /<html lang="de" dir="ltr">/);
    for (const part of [
      'Nordwind Studio',
      'Harbour &amp; Finch',
      'Angebot',
      quote.number,
      'Frühjahr',
      'Consulting',
      '100,00',
      'Gültig bis',
      'Beginn im Mai.',
      'Zahlbar sofort.',
      'B-7',
      'Annehmen',
      'Ablehnen',
    ]) {
      assert.ok(text.includes(part), part);
    }
  });

  test('languages that are written from the right are, and unknown ones are read in English', async () => {
    assert.match((await get((await quoted({ language: 'ar' })).path)).text, /<html lang="ar" dir="rtl">/);
    assert.match((await get((await quoted({ language: 'he-IL' })).path)).text, /<html lang="he-IL" dir="rtl">/);
    assert.match((await get((await quoted({ language: 'is' })).path)).text, /<html lang="en" dir="ltr">/);
  });

  test('it tells no id, no cost, no note to colleagues, and nothing of other documents', async () => {
    const other = await quoted({ title: 'Another secret' });
    const { quote, path } = await quoted({ metadata: { margin: 'huge' }, tags: ['vip'], custom_fields: { k: 'own' } });
    const { text } = await get(path);
    assert.doesNotMatch(text, /\b[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}\b/);
    for (const secret of ['Another secret', other.quote.number, 'huge', 'vip', 'own"', quote.client_id, 'metadata']) {
      assert.equal(text.includes(secret), false, secret);
    }
  });

  test('whatever people have written is text and never markup', async () => {
    const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`;
    const lines = [{ name: evil, quantity: '1', unit_price: '1', description: evil }];
    const { path } = await quoted({
      lines,
      title: evil,
      notes: evil,
      terms: evil,
      footer: evil,
      buyer_reference: evil,
    });
    const form = await filledIn(path, { name: '', reason: evil });
    for (const text of [(await get(path)).text, (await post(`${path}/decline`, form)).text]) {
      assert.doesNotMatch(text, /<script|<img/);
      assert.match(text, /&lt;script&gt;/);
    }
  });

  test('the page is for no search engine, frame, cache or other site, and runs nothing', async () => {
    const { path } = await quoted();
    for (const { headers } of [await get(path), await get('/d/none')]) {
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['x-frame-options'], 'DENY');
      assert.match(String(headers['x-robots-tag']), /noindex/);
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /^default-src 'none'; style-src( 'sha256-[\w+/=]+')+; form-action 'self'; /);
      assert.match(policy, /; base-uri 'none'; frame-ancestors 'none'$/);
      assert.equal('set-cookie' in headers, false);
    }
    assert.match((await get(path)).text, /<meta name="robots" content="noindex, nofollow, noarchive"/);
    assert.equal((await get(path)).text.includes('<script'), false);
  });
});

describe('links that do not work', () => {
  test('unknown, expired, revoked and malformed ones are answered with one and the same page', async () => {
    const [expired, revoked] = [await quoted(), await quoted()];
    await service.owner.query(
      `update document_shares set expires_at = now() - interval '1 second'
       where document_id = (select id from documents where number = $1 and client_name = 'Harbour & Finch')`,
      [expired.quote.number],
    );
    const { data } = await call('GET', `/document-shares?document_id=${revoked.quote.id}`);
    await call('POST', `/document-shares/${data[0].id}/revoke`);
    const paths = [
      '/d/none',
      expired.path,
      revoked.path,
      `${expired.path}x`,
      '/d/%00',
      '/d/%F0%9F%98%80',
      '/d/..%2f..',
    ];
    const expected = await get('/d/other');
    assert.equal(expected.status, 404);
    assert.match(expected.text, /This link does not work/);
    for (const path of paths) {
      const answer = await get(path);
      assert.deepEqual([answer.status, answer.text], [404, expected.text], path);
      const told = await post(`${path}/accept`, { name: 'Bea', key: 'x' });
      assert.deepEqual([told.status, told.text], [404, expected.text], `${path}/accept`);
    }
  });

  test('such a page speaks the language that the reader asks for', async () => {
    const german = await get('/d/none', { 'accept-language': 'de-AT,en;q=0.5' });
    assert.match(german.text, /<html lang="de" dir="ltr">[^]*Dieser Link funktioniert nicht/);
    assert.match((await get('/d/none', { 'accept-language': 'ar' })).text, /<html lang="ar" dir="rtl">/);
    for (const odd of ['x'.repeat(5_000), '*', ';;;,', '__proto__,constructor', 'tlh']) {
      assert.match((await get('/d/none', { 'accept-language': odd })).text, /<html lang="en" dir="ltr">/);
    }
  });
});

describe('looking', () => {
  const viewed = async (id: string) => (await call('GET', `/documents/${id}`)).viewed_at;

  test('a look counts once; asking whether it is there and reading ahead do not', async () => {
    const { quote, path } = await quoted();
    await service.send({ method: 'HEAD', path });
    await get(path, { 'sec-purpose': 'prefetch;prerender' });
    assert.equal(await viewed(quote.id), null);
    await get(path);
    const first = await viewed(quote.id);
    assert.ok(first);
    await get(path);
    assert.equal(await viewed(quote.id), first);
  });
});

describe('answering', () => {
  test('a quote is accepted by a plain form, and the page then says by whom', async () => {
    const { quote, path } = await quoted();
    const answer = await post(`${path}/accept`, await filledIn(path, { name: '  Bea Buyer ' }));
    assert.deepEqual([answer.status, answer.headers['location']], [303, path]);
    const { text } = await get(path);
    assert.match(text, /Accepted by Bea Buyer on /);
    assert.equal(text.includes('<form'), false);
    const { status, accepted_by: by } = await call('GET', `/documents/${quote.id}`);
    assert.deepEqual([status, by], ['accepted', 'Bea Buyer']);
  });

  test('a quote is declined with a reason, which the page does not repeat', async () => {
    const { quote, path } = await quoted();
    const form = await filledIn(path, { name: 'Bea', reason: 'Too dear.\r\nNext year.' });
    assert.equal((await post(`${path}/decline`, form)).status, 303);
    const { text } = await get(path);
    assert.match(text, /Declined by Bea on /);
    assert.equal(text.includes('Too dear'), false);
    assert.equal((await call('GET', `/documents/${quote.id}`)).decline_reason, 'Too dear.\nNext year.');
  });

  test('an answer without a name is asked for again, with what was written', async () => {
    const { quote, path } = await quoted();
    for (const [choice, name] of [
      ['accept', ' '],
      ['decline', '\u0000'],
    ] as const) {
      const answer = await post(`${path}/${choice}`, await filledIn(path, { name, reason: 'Too dear.' }));
      assert.equal(answer.status, 422);
      assert.match(answer.text, /Please enter your name/);
      assert.match(answer.text, new RegExp(`aria-describedby="${choice}-fault"`));
      assert.equal(answer.text.includes('Too dear.'), choice === 'decline');
    }
    assert.equal((await call('GET', `/documents/${quote.id}`)).status, 'open');
  });

  test('a form from elsewhere, without its key or with one of another page changes nothing', async () => {
    const [mine, other] = [await quoted(), await quoted()];
    const form = await filledIn(mine.path, { name: 'Mallory' });
    const attempts: [Record<string, string>, object][] = [
      [{ name: 'Mallory' }, {}],
      [{ ...form, key: keyIn((await get(other.path)).text) }, {}],
      [{ ...form, key: form['key']?.replace(/^\d+/, '9999999999999') ?? '' }, {}],
      [{ ...form, key: form['key']?.replace(/^\d+/, '1') ?? '' }, {}],
      [form, { origin: 'https://evil.example' }],
      [form, { 'sec-fetch-site': 'cross-site', origin: 'null' }],
      [form, { 'sec-fetch-site': 'same-site', origin: 'null' }],
    ];
    for (const [body, headers] of attempts) {
      const answer = await post(`${mine.path}/accept`, body, headers);
      assert.equal(answer.status, 403, JSON.stringify([body, headers]));
      assert.match(answer.text, /send your answer again[^]*value="Mallory"/);
    }
    assert.equal((await call('GET', `/documents/${mine.quote.id}`)).status, 'open');
    const sent = await post(`${mine.path}/accept`, form, { 'sec-fetch-site': 'same-origin', origin: 'null' });
    assert.equal(sent.status, 303, 'control: what a browser sends from the page itself');
  });

  test('what is no form answers nothing', async () => {
    const { quote, path } = await quoted();
    const form = await filledIn(path, { name: 'Bea' });
    assert.equal((await service.send({ method: 'POST', path: `${path}/accept`, body: form })).status, 403);
    const text = { 'content-type': 'text/plain' };
    assert.equal(
      (await service.send({ method: 'POST', path: `${path}/accept`, body: 'x', headers: text })).status,
      415,
    );
    assert.equal((await post(`${path}/accept`, { ...form, name: 'x'.repeat(20_000) })).status, 413);
    const reloaded = await get(`${path}/accept`);
    assert.deepEqual([reloaded.status, reloaded.headers['location']], [303, path]);
    assert.equal((await call('GET', `/documents/${quote.id}`)).status, 'open');
  });

  test('who comes second is shown what was answered first', async () => {
    const { path } = await quoted();
    const form = await filledIn(path, { name: 'Bea' });
    await post(`${path}/decline`, form);
    assert.equal((await post(`${path}/accept`, form)).status, 303);
    assert.match((await get(path)).text, /Declined by Bea/);
  });
});

test('what has become of a quote is said: cancelled, or no longer valid', async () => {
  const [cancelled, late] = [await quoted(), await quoted()];
  await call('POST', `/documents/${cancelled.quote.id}/void`, {});
  await service.owner.query(`update documents set valid_until = issue_date where id = (
    select document_id from document_shares order by created_at desc limit 1)`);
  assert.match((await get(cancelled.path)).text, /was cancelled and is no longer valid/);
  const { text } = await get(late.path);
  assert.match(text, /<form/, 'on its last day it may still be accepted');
});

test('strangers who try many links are slowed down', async () => {
  const limited = await startService({ rateLimit: true });
  const answers: HttpAnswer[] = [];
  for (let tried = 0; tried < 125; tried += 1) answers.push(await limited.send({ method: 'GET', path: `/d/${tried}` }));
  const last = answers.at(-1);
  assert.deepEqual([answers[0]?.status, last?.status], [404, 429]);
  assert.match(last?.text ?? '', /Too many requests/);
  assert.match(String(last?.headers['retry-after']), /^\d+$/);
});

test('the pages come as a PDF that a browser saves, and nothing in it runs', async () => {
  const { path, quote } = await quoted();
  const { status, headers, text } = await get(`${path}/pdf`);
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'application/pdf');
  assert.match(String(headers['content-disposition']), new RegExp(`^attachment; .*${quote.number}`));
  assert.equal(headers['x-frame-options'], 'DENY');
  assert.match(String(headers['content-security-policy']), /^sandbox; /);
  assert.match(text, /^%PDF-/);
  assert.deepEqual((await get('/d/none/pdf')).status, 404);
});
