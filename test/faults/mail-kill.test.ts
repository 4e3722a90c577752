/** Nodes that die with a mail in their hands: before the mail server has answered, and before the answer is noted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, rowsOf, temporaryFolder } from '../support/embedded-service.ts';
import { must, openCounter } from './counter.ts';
import { type Daybook, ownerUrlOf, startDaybook, stopDaybook } from './daybook-process.ts';
import { openMailBox } from './mail-box.ts';

const mailsMax = 20;
const documents = 3;
/** After how many mails a node dies. No mail meets two deaths, as the one in hand is taken up first. */
const deaths = [4, 15, 33];

test('however many nodes die, no mail is lost, and none leaves twice but for the one in hand', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const killed: number[] = [];
  let node: Daybook | undefined;
  const box = await openMailBox({
    onTaken: (count) => {
      if (!deaths.includes(count)) return;
      killed.push(count);
      // Its answer is on the way, and nothing is noted of it.
      node?.child.kill('SIGKILL');
    },
  });
  later(() => box.close());
  const settings = { DAYBOOK_RATE_LIMIT: 'off', LOG_LEVEL: 'warn', DAYBOOK_SMTP_URL: box.smtpUrl };
  node = await startDaybook({ folder, settings });
  later(() => stopDaybook(node as Daybook, folder));
  const { token, client } = await openCounter(node.url, { goods: 1 });
  const recipients: string[] = [];
  for (let number = 0; number < documents; number += 1) {
    const lines = [{ name: 'Hour', quantity: '1', unit_price: '80' }];
    const draft = { type: 'invoice', client_id: client, issue: true, lines };
    const { id } = await must(node.url, 'POST /api/documents', draft, { token });
    const to = Array.from({ length: mailsMax }, (_, at) => ({ email: `reader${number}.${at}@example.com` }));
    recipients.push(...to.map(({ email }) => email));
    // The node that answers may be one that dies.
    const sending = { to, attach_pdf: false };
    await must(node.url, `POST /api/documents/${id}/send`, sending, { token }).catch(() => undefined);
    await waitForDeaths();
  }
  await eventually(async () => {
    await waitForDeaths();
    const [left] = await rowsOf<{ open: string }>(
      ownerUrlOf(folder),
      `select count(*) as open from document_mails where status = 'queued'`,
    );
    assert.equal(Number(left?.open), 0);
  });
  const arrived = box.mails.map((mail) => /^To: .*<?(reader\d\.\d+@example\.com)/m.exec(mail)?.[1] ?? mail);
  const times = recipients.map((recipient) => arrived.filter((address) => address === recipient).length);
  const twice = times.filter((count) => count > 1).length;
  t.diagnostic(
    `${arrived.length} mails to ${recipients.length} readers, ${killed.length} nodes killed, ${twice} twice`,
  );
  assert.deepEqual(killed, deaths);
  assert.ok(
    times.every((count) => count === 1 || count === 2),
    `came ${times.join(', ')} times`,
  );
  assert.ok(twice > 0 && twice <= deaths.length, `${twice} came twice in ${deaths.length} deaths`);
  const sameId = new Set(box.mails.map((mail) => /^Message-ID: (.+)$/im.exec(mail)?.[1])).size;
  assert.equal(sameId, recipients.length, 'who gets one twice gets the same one twice');
  const ends = await rowsOf<{ status: string }>(ownerUrlOf(folder), 'select distinct status from document_mails');
  assert.deepEqual(ends, [{ status: 'sent' }]);

  /** Starts a node in place of one that died, and lets its lease run out at once. */
  async function waitForDeaths(): Promise<void> {
    if (node?.child.signalCode !== 'SIGKILL') return;
    await node.exited;
    node = await startDaybook({ folder, settings });
    await rowsOf(ownerUrlOf(folder), `update jobs set locked_until = now() where state = 'running'`);
  }
});
