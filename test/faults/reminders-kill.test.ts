/** Nodes that die while they remind clients: everybody is reminded, and nobody twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, rowsOf, temporaryFolder } from '../support/embedded-service.ts';
import { must, openCounter } from './counter.ts';
import { type Daybook, ownerUrlOf, startDaybook, stopDaybook } from './daybook-process.ts';

const invoices = 30;
/** After how many reminders a node dies. */
const deaths = [5, 13, 22];

test('however many nodes die at it, each invoice is reminded of once', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const settings = { DAYBOOK_RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
  const noon = whereItIsNoon();
  let node: Daybook = await startDaybook({ folder, settings });
  later(() => stopDaybook(node, folder));
  const { token, client, organizationId } = await openCounter(node.url, { goods: 1 });
  const as = { token };
  await must(node.url, 'PATCH /api/organization', { timezone: noon.timezone }, as);
  await must(node.url, `PATCH /api/clients/${client}`, { email: 'regular@example.com' }, as);
  const policy = { enabled: true, hour: 9, weekdays: [1, 2, 3, 4, 5, 6, 7], steps: [{ days: 0 }], attach_pdf: false };
  await must(node.url, 'PATCH /api/reminder-policy', policy, as);
  const lines = [{ name: 'Hour', quantity: '1', unit_price: '80' }];
  const draft = { type: 'invoice', client_id: client, lines, issue: true, due_date: noon.today };
  for (let made = 0; made < invoices; made += 1) await must(node.url, 'POST /api/documents', draft, as);
  const owner = ownerUrlOf(folder);
  const count = async (what: string) =>
    Number((await rowsOf<{ n: string }>(owner, `select count(*) as n from ${what}`))[0]?.n);
  await rowsOf(owner, `update jobs set run_at = now() where kind = 'send_reminders'`);
  for (const death of deaths) {
    await eventually(async () => assert.ok((await count('reminders')) >= death));
    node.child.kill('SIGKILL');
    await node.exited;
    node = await startDaybook({ folder, settings });
    await rowsOf(owner, `update jobs set locked_until = now() where state = 'running'`);
  }
  await eventually(async () => {
    assert.equal(await count(`jobs where kind = 'send_reminders' and state = 'done'`), 1);
    assert.equal(await count(`document_mails where status = 'queued'`), 0);
  });
  assert.equal(await count('reminders'), invoices, organizationId);
  assert.equal(await count('(select distinct document_id from reminders) as reminded'), invoices);
  assert.equal(await count('document_mails'), invoices);
  assert.equal(await count(`jobs where kind = 'send_reminders' and state = 'queued'`), 1, 'the next day waits, once');
});

/** A time zone in which it is about noon, so that reminders leave, and which day it is there. */
function whereItIsNoon(): { readonly timezone: string; readonly today: string } {
  const now = new Date();
  const ahead = 12 - now.getUTCHours();
  // These names count to the west.
  const timezone = ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  return { timezone, today: now.toISOString().slice(0, 10) };
}
