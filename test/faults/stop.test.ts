import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbedded } from '../../src/db/embedded/index.ts';
import { eventually, rowsOf, temporaryFolder } from '../support/embedded-service.ts';
import { metricsToken } from '../support/metrics-token.ts';
import { type Answer, ask, type Counter, must, openCounter, saleOf } from './counter.ts';
import { ownerUrlOf, startDaybook, stopDaybook, userCommand } from './daybook-process.ts';
import { openMailBox } from './mail-box.ts';
import { callersAtOnce, contradictions, sell } from './selling.ts';
import { brokenLaws } from './sound-books.ts';

const settings = { DAYBOOK_RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
const underWay = 12;
const theQuestionItself = 1;

test('a service that is told to stop answers what is under way, ends well, and loses no sale', async (t) => {
  const { folder, later } = temporaryFolder(t);
  let daybook = await startDaybook({ folder, settings, command: userCommand });
  later(() => stopDaybook(daybook, folder));
  const counter = await openCounter(daybook.url);
  const { history, close } = sell(t, counter, () => daybook.url);
  await sleep(500);
  let sold = 0;
  for (const signals of [['SIGTERM'], ['SIGINT', 'SIGINT']] as const) {
    const held = await holdSales({ folder, url: daybook.url, counter, others: callersAtOnce });
    const begun = performance.now();
    for (const signal of signals) daybook.child.kill(signal);
    await sleep(400);
    await held.letGo();
    const answers = await held.answers;
    const exit = await daybook.exited;
    const tookMs = Math.round(performance.now() - begun);
    t.diagnostic(`after ${signals.join(', ')} it ended with ${exit.code} in ${tookMs} ms`);
    assert.deepEqual(exit, { code: 0, signal: null });
    // A busy machine may hold one for so long that it is told to come again.
    sold += statuses(answers).filter((status) => status === 201).length;
    assert.ok(
      statuses(answers).every((status) => status === 201 || status === 503),
      statuses(answers).join(' '),
    );
    daybook = await startDaybook({ folder, settings, ...(signals[0] === 'SIGTERM' ? { command: userCommand } : {}) });
  }
  await close();
  t.diagnostic(`${history.sold.size} sales answered, ${history.unknown} asked again, ${history.replayed} had happened`);
  // Those that were held are recorded beside what the callers know.
  const heldOnes = await contradictions(history, ownerUrlOf(folder));
  assert.equal(heldOnes.length, sold, heldOnes.join('\n'));
  assert.ok(sold > 0, 'nothing was sold while it stopped, so this proved nothing');
  for (const one of heldOnes) assert.match(one, /^told undefined, recorded \S+ of held /);
  assert.deepEqual(await brokenLaws(ownerUrlOf(folder)), []);
  const killed = await holdSales({ folder, url: daybook.url, counter, others: 0 });
  daybook.child.kill('SIGKILL');
  const lost = statuses(await killed.answers);
  await killed.letGo();
  assert.ok(
    lost.includes(0) && !lost.includes(201),
    `control: a kill leaves unanswered what is under way: ${lost.join(' ')}`,
  );
});

test('a caller who stops half way through a request holds up the end for a while only', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const daybook = await startDaybook({ folder, settings, command: userCommand });
  later(() => stopDaybook(daybook, folder));
  const { hostname, port } = new URL(daybook.url);
  const begun = performance.now();
  for (const part of ['GET /healthz HT', 'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{']) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    later(async () => socket.destroy());
    await once(socket, 'connect');
    socket.write(part);
  }
  await sleep(100);
  const exit = await stopDaybook(daybook, folder);
  const tookMs = Math.round(performance.now() - begun);
  t.diagnostic(`ended with ${exit.code} in ${tookMs} ms`);
  assert.equal(exit.code, 0);
});

test('a mail that is being sent while the service stops is sent once', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const mailBox = await openMailBox({ takesMs: 700 });
  later(() => mailBox.close());
  const daybook = await startDaybook({ folder, settings: { ...settings, DAYBOOK_SMTP_URL: mailBox.smtpUrl } });
  later(() => stopDaybook(daybook, folder));
  const { email } = await openCounter(daybook.url, { goods: 0 });
  await must(daybook.url, 'POST /api/auth/password/forgot', { email });
  await eventually(() => assert.equal(mailBox.handed(), 1));
  assert.equal(mailBox.mails.length, 0);
  const { code } = await stopDaybook(daybook, folder);
  assert.equal(code, 0);
  assert.equal(mailBox.mails.length, 1);
  const embedded = await startEmbedded({ folder, log: () => undefined });
  later(() => embedded.stop());
  const jobs = await rowsOf(
    embedded.ownerUrl,
    `select kind, state, attempts, error from jobs where kind = 'send_mail'`,
  );
  assert.deepEqual(jobs, [{ kind: 'send_mail', state: 'done', attempts: 1, error: null }]);
});

type Held = { readonly answers: Promise<Answer[]>; readonly letGo: () => Promise<void> };

type Holding = {
  readonly folder: string;
  readonly url: string;
  readonly counter: Counter;
  /** Number of other calls waiting as well. */
  readonly others: number;
};

/** Sales that wait at the database, or for their turn at it, until they are let go. */
async function holdSales({ folder, url, counter, others }: Holding): Promise<Held> {
  const holder = new Client({ connectionString: ownerUrlOf(folder) });
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table sales in share row exclusive mode');
  const answers = Promise.all(
    Array.from({ length: underWay }, () => {
      const key = `held ${randomUUID()}`;
      return ask(url, 'POST /api/sales/record', saleOf(counter, key), { token: counter.token, key });
    }),
  );
  await eventually(async () => {
    assert.equal(await requestsUnderWay(url), underWay + others + theQuestionItself);
  });
  const letGo = async () => {
    await holder.query('rollback').catch(() => undefined);
    await holder.end().catch(() => undefined);
  };
  return { answers, letGo };
}

/** Calls that were let in and are not answered: with the lock held, none of these can be. */
async function requestsUnderWay(url: string): Promise<number> {
  const figures = await (
    await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  ).text();
  return Number(/daybook_requests_under_way (\d+)/.exec(figures)?.[1]);
}

function statuses(answers: readonly Answer[]): number[] {
  return answers.map(({ status }) => status);
}
