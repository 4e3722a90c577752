/** The page of a scheduled report, its file, and the way not to get it any more, as they travel. */
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { eventually } from '../../../test/support/embedded-service.ts';
import { headerOf, openMailSink, partsOf, type Received, textOf } from '../../../test/support/mail-sink.ts';
import { type SignedIn, startService } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const sink = await openMailSink();
after(() => sink.close());
const service = await startService({ role: 'all', smtpUrl: sink.smtpUrl, publicUrl: 'https://books.example' });
const boss = await service.register('Harbour & Finch');
const rival = await service.register('Rival');

beforeEach(() => {
  sink.inbox.length = 0;
});

const weekly = { name: 'Result <b>', report: 'profit-and-loss', period: 'last_month', frequency: 'week' };
type Sent = { readonly schedule: Wire; readonly mail: Received; readonly path: string };

/** A report that was sent now, and what arrived. */
async function sent(more: object = {}, who: SignedIn = boss): Promise<Sent> {
  const made = await service.api(who.token, 'POST', '/scheduled-reports', { ...weekly, ...more });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const asked = await service.api(who.token, 'POST', `/scheduled-reports/${made.body.id}/send`);
  assert.equal(asked.status, 200, JSON.stringify(asked.body));
  const mail = await eventually(() => {
    // Notices of what else happened may arrive as well.
    const first = sink.inbox.find(({ data }) => /^List-Unsubscribe:/im.test(data));
    assert.ok(first);
    return first;
  });
  const part = partsOf(mail).get('text/plain');
  assert.ok(part);
  const path = /https:\/\/books\.example(\/r\/[\w-]{43})/.exec(textOf(part))?.[1];
  assert.ok(path);
  return { schedule: made.body, mail, path };
}

const get = (path: string) => service.send({ method: 'GET', path, headers: {} });
const runOf = async (id: string): Promise<Wire> =>
  (await service.api(boss.token, 'GET', `/report-runs?schedule_id=${id}`)).body.data[0];

test('a mail carries one click to unsubscribe and no file, and its link brings the PDF', async () => {
  const { schedule, mail, path } = await sent();
  assert.equal(headerOf(mail, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  assert.ok(headerOf(mail, 'list-unsubscribe').includes(`${path}/unsubscribe`));
  assert.equal(mail.data.includes('attachment;'), false);
  const page = await get(path);
  assert.equal(page.status, 200);
  for (const part of ['Harbour &amp; Finch', 'Result &lt;b&gt;', '.pdf']) assert.ok(page.text.includes(part), part);
  assert.equal(page.text.includes('<script'), false);
  assert.equal(page.headers['cache-control'], 'no-store');
  assert.match(page.text, /<meta name="robots" content="noindex, nofollow, noarchive"/);
  const file = await get(`${path}/file`);
  assert.equal(file.status, 200);
  assert.deepEqual([file.headers['content-type'], file.headers['cache-control']], ['application/pdf', 'no-store']);
  assert.match(String(file.headers['content-disposition']), /^attachment; filename\*=UTF-8''profit-and-loss-/);
  assert.match(file.text, /^%PDF-/);
  const { links } = await runOf(schedule.id);
  assert.deepEqual([links.length, links[0].times_opened, links[0].status], [1, 1, 'active']);
  assert.equal(JSON.stringify(links).includes(path.slice(3)), false);
});

test('unknown, expired, revoked and malformed links are one and the same page, and so are their files', async () => {
  const [expired, revoked] = [await sent(), (sink.inbox.splice(0), await sent())];
  await service.owner.query(
    `update report_links set expires_at = now() - interval '1 second'
     where token_hash = sha256(convert_to($1, 'utf8'))`,
    [expired.path.split('/').at(-1)],
  );
  const run = await runOf(revoked.schedule.id);
  const { status, body } = await service.api(boss.token, 'POST', `/report-runs/${run.id}/revoke`);
  assert.deepEqual([status, body.links[0].status], [200, 'revoked']);
  const kept = await service.owner.query(
    `select 1 from report_files where run_id = (select run_id from report_links
      where token_hash = sha256(convert_to($1, $2)))`,
    [revoked.path.split('/').at(-1), 'utf8'],
  );
  assert.equal(kept.rows.length, 0, 'the file goes with its last link');
  const pages = new Set<string>();
  for (const link of ['/r/none', expired.path, revoked.path, `${expired.path}x`, '/r/%00']) {
    for (const place of [link, `${link}/file`]) {
      const answer = await get(place);
      assert.equal(answer.status, 404, place);
      pages.add(answer.text);
    }
  }
  assert.equal(pages.size, 1);
});

test('following the link to unsubscribe asks first; a POST does it, even after the link has ended', async () => {
  for (const body of ['', 'List-Unsubscribe=One-Click']) {
    sink.inbox.length = 0;
    const { schedule, path } = await sent({ emails: ['advisor@example.com'] });
    await service.owner.query('update report_links set expires_at = now(), revoked_at = now()');
    const asked = await get(`${path}/unsubscribe`);
    assert.ok(asked.status === 200 && asked.text.includes(`action="${path}/unsubscribe"`));
    const read = async () => (await service.api(boss.token, 'GET', `/scheduled-reports/${schedule.id}`)).body;
    assert.equal((await read()).recipients[0].status, 'active');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (let times = 0; times < 2; times += 1) {
      const done = await service.send({ method: 'POST', path: `${path}/unsubscribe`, body, headers });
      assert.equal(done.status, 200, done.text);
      assert.ok(done.text.includes('You are unsubscribed'));
    }
    const { recipients, status, paused_reason: reason } = await read();
    assert.deepEqual([recipients[0].status, status, reason], ['unsubscribed', 'paused', 'no_recipients']);
    const again = await service.api(boss.token, 'PATCH', `/scheduled-reports/${schedule.id}`, {
      emails: ['advisor@example.com'],
    });
    assert.deepEqual([again.status, again.body.code], [422, 'recipient_unsubscribed']);
    const resumed = await service.api(boss.token, 'POST', `/scheduled-reports/${schedule.id}/resume`);
    assert.equal(resumed.status, 409);
  }
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const headers = { 'content-type': type };
    const answer = await service.send({ method: 'POST', path: '/r/none/unsubscribe', body: '--x--', headers });
    assert.equal(answer.status, 404, type);
  }
});

test('another organisation sees neither schedule nor run, and a link leads to its own organisation alone', async () => {
  const { schedule, path } = await sent({}, rival);
  const run = (await service.api(rival.token, 'GET', '/report-runs')).body.data[0];
  for (const [method, place] of [
    ['GET', `/scheduled-reports/${schedule.id}`],
    ['POST', `/scheduled-reports/${schedule.id}/send`],
    ['POST', `/report-runs/${run.id}/revoke`],
  ] as const) {
    assert.equal((await service.api(boss.token, method, place)).status, 404, place);
  }
  const { text } = await get(path);
  assert.ok(text.includes('Rival') && !text.includes('Harbour'));
  const token = path.slice(3);
  for (const place of ['/clients', '/organization', '/reports/profit-and-loss']) {
    assert.equal((await service.api(token, 'GET', place)).status, 401, place);
  }
});

test('deleting a schedule ends its links at once, and an organisation that is closed shows nothing', async () => {
  const { schedule, path } = await sent();
  assert.equal((await service.api(boss.token, 'DELETE', `/scheduled-reports/${schedule.id}`)).status, 200);
  assert.equal((await get(path)).status, 404);
  sink.inbox.length = 0;
  const gone = await service.register('Gone');
  const closed = await sent({}, gone);
  await service.owner.query(`update organizations set status = 'closing' where name = 'Gone'`);
  assert.equal((await get(closed.path)).status, 404);
});
