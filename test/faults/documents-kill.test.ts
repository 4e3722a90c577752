/** Nodes that die while documents issue themselves, and while a month of them is put into a file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { eventually, rowsOf, temporaryFolder } from '../support/embedded-service.ts';
import { must, openCounter } from './counter.ts';
import { type Daybook, ownerUrlOf, startDaybook, stopDaybook } from './daybook-process.ts';
import { brokenLaws } from './sound-books.ts';

const invoices = 40;
/** After how many documents a node dies. */
const deathsIssuing = [6, 23];
const deathsPrinting = [5, invoices];
const timeout = 900_000;
const settings = { DAYBOOK_RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
/** The first to begin a day, and the last, 26 hours later: what is tomorrow in the one has come in the other. */
const [west, east] = ['Etc/GMT+12', 'Etc/GMT-14'];

test(
  'however many nodes die at it, each document is issued once and its month is one whole file',
  { timeout },
  async (t) => {
    const { folder, later } = temporaryFolder(t);
    let node: Daybook = await startDaybook({ folder, settings });
    later(() => stopDaybook(node, folder));
    const { token, client } = await openCounter(node.url, { goods: 1 });
    const api = (route: string, body?: object) => must(node.url, route, body, { token });
    const owner = ownerUrlOf(folder);
    const count = async (what: string) =>
      Number((await rowsOf<{ n: string }>(owner, `select count(*) as n from ${what}`))[0]?.n);
    const restart = async (): Promise<void> => {
      node.child.kill('SIGKILL');
      await node.exited;
      node = await startDaybook({ folder, settings });
      await rowsOf(owner, `update jobs set locked_until = now() where state = 'running'`);
    };

    await api('PATCH /api/organization', { timezone: west });
    const tomorrow = dayAfter(new Intl.DateTimeFormat('en-CA', { timeZone: west }).format(new Date()));
    const lines = [{ name: 'Hour', quantity: '1', unit_price: '80' }];
    const drafts: string[] = [];
    const draft = { type: 'invoice', client_id: client, lines, issue_at: tomorrow };
    const write = async () => drafts.push((await api('POST /api/documents', draft)).id);
    // The organisation is cached for a while: until then that day has begun.
    await eventually(write);
    while (drafts.length < invoices) await write();
    assert.equal(await count(`documents where status = 'scheduled' or number is null`), invoices);
    await api('PATCH /api/organization', { timezone: east });
    await rowsOf(owner, `update jobs set run_at = now() where kind = 'issue_scheduled_document'`);
    const issued = () => count(`documents where number is not null`);
    let interrupted = 0;
    for (const death of deathsIssuing) {
      await eventually(async () => assert.ok((await issued()) >= death));
      await restart();
      if ((await issued()) < invoices) interrupted += 1;
    }
    assert.ok(interrupted > 0, 'control: no death met the work');
    await eventually(async () => assert.equal(await issued(), invoices));
    const numbers = await rowsOf<{ number: string }>(owner, `select number from documents order by series_place`);
    const places = numbers.map(({ number }) => Number(/(\d+)$/.exec(number)?.[1]));
    assert.deepEqual(
      places,
      drafts.map((_, index) => (places[0] ?? 0) + index),
      'numbers without a gap',
    );
    assert.equal(await count(`events where type = 'invoice.issued'`), invoices);
    assert.equal(await count('document_schedules'), 0);
    assert.deepEqual(await brokenLaws(owner), []);

    const month = { gte: `${tomorrow.slice(0, 7)}-01`, lte: dayAfter(dayAfter(tomorrow)) };
    const { id, job_id: job } = await api('POST /api/document-exports', { type: ['invoice'], issue_date: month });
    const ended = `document_exports where status not in ('queued', 'running')`;
    for (const death of deathsPrinting) {
      const reached = async () => (await count(`document_exports where done >= ${death}`)) + (await count(ended)) > 0;
      await eventually(async () => assert.ok(await reached()));
      await restart();
    }
    await eventually(async () => assert.equal((await api(`GET /api/jobs/${job}`)).state, 'done'));
    const made = await api(`GET /api/document-exports/${id}`);
    assert.deepEqual([made.status, made.total, made.problems], ['completed', invoices, 0]);
    const answer = await fetch(`${node.url}/api/document-exports/${id}/content`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const pages = Object.keys(files).filter((name) => name.endsWith('.pdf'));
    assert.deepEqual(pages.toSorted(), numbers.map(({ number }) => `invoice-${number}.pdf`).toSorted());
    for (const name of pages) assert.equal(Buffer.from(files[name] ?? []).toString('latin1', 0, 5), '%PDF-');
    const index = Buffer.from(files['index.csv'] ?? []).toString('utf8');
    assert.equal(index.trim().split(/\r?\n/).length, invoices + 1);
    assert.equal(await count(`events where type = 'document_export.completed'`), 1);
    assert.equal(await count(`jobs where id = (select job_id from document_exports) and state = 'done'`), 1);
  },
);

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
