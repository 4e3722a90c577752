import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbedded } from '../../src/db/embedded/index.ts';
import { eventually, temporaryFolder } from '../support/embedded-service.ts';
import { openReceiver, verified } from '../support/receiver.ts';
import { must, openCounter } from './counter.ts';
import { startDaybook, stopDaybook } from './daybook-process.ts';

const eventsMade = 1_000;
const batchMax = 100;
const kills = 2;
/** Of ten requests so many fail, each in one of the ways that receivers fail. */
const failuresOfTen = 3;
/**
 * And of one event at most so many. Time passes faster here than receivers recover, so that one which always met the
 * failing three would use up all its attempts, which is right and would prove nothing.
 */
const failuresOfEventMax = 5;
const sentBetweenKills = 100;
/** So long the receiver takes, so that the kills meet requests under way. */
const takesMs = 60;

const failures: readonly ((response: ServerResponse) => void)[] = [
  (response) => void response.writeHead(500).end('broken'),
  (response) => void response.destroy(),
  (response) => void response.writeHead(503, { 'retry-after': '1' }).end(),
  // It says that all is well, and breaks off before its answer is whole.
  (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('well');
    setTimeout(() => response.destroy(), 5);
  },
];

test('of 1,000 events each arrives, though 30 % of the requests fail and the sender is killed twice', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const server = await startEmbedded({ folder: join(folder, 'server'), log: () => undefined });
  later(() => server.stop());
  const receiver = await openReceiver();
  later(() => receiver.close());
  const settings = {
    DATABASE_URL: server.ownerUrl,
    DAYBOOK_SECRET: 'a secret of this test and of no other one',
    DAYBOOK_RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    DAYBOOK_CALL_LOOPBACK: 'on',
  };
  const startNode = (role: string) =>
    startDaybook({ folder: join(folder, role), settings: { ...settings, DAYBOOK_ROLE: role } });
  const web = await startNode('web');
  later(() => stopDaybook(web, join(folder, 'web')));
  let sender = await startNode('jobs');
  later(() => stopDaybook(sender, join(folder, 'jobs')));
  const owner = new Client({ connectionString: server.ownerUrl });
  await owner.connect();
  later(() => owner.end());
  const { token } = await openCounter(web.url, { goods: 0 });
  const types = { event_types: ['client.created'], max_concurrency: 10 };
  const hook = await must(web.url, 'POST /api/webhooks', { url: receiver.url, ...types }, { token });
  const arrived = new Map<string, number>();
  const failed = new Map<string, number>();
  let requests = 0;
  receiver.answer = (request, response) => {
    requests += 1;
    const { id } = verified(hook.secret, request);
    const fail = requests % 10 < failuresOfTen ? failures[requests % failures.length] : undefined;
    if (fail !== undefined && (failed.get(id) ?? 0) < failuresOfEventMax) {
      count(failed, id);
      return fail(response);
    }
    count(arrived, id);
    setTimeout(() => response.writeHead(204).end(), takesMs);
  };
  await makeEvents(web.url, token);
  const killedAt: number[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    const least = (killedAt.at(-1) ?? 0) + sentBetweenKills;
    await eventually(() => assert.ok(arrived.size >= least));
    killedAt.push(arrived.size);
    sender.child.kill('SIGKILL');
    await sender.exited;
    sender = await startNode('jobs');
  }
  const wanted = await eventually(async () => {
    const ids = await eventIds(web.url, token);
    assert.equal(ids.length, eventsMade);
    return ids;
  });
  await eventually(async () => {
    await letTimePass(owner);
    await sleep(1_000);
    assert.equal(wanted.filter((id) => !arrived.has(id)).length, 0);
  });
  const twice = [...arrived.values()].filter((times) => times > 1).length;
  t.diagnostic(
    `${requests} requests for ${arrived.size} events; killed after ${killedAt.join(', ')}; ${twice} came twice`,
  );
  assert.ok(
    killedAt.every((size) => size < eventsMade),
    'no kill met the sending, so this proved nothing',
  );
  assert.ok(requests > eventsMade * 1.2);
  const states = async () => {
    const { rows } = await owner.query('select status, count(*)::int as many from webhook_deliveries group by status');
    return rows;
  };
  await eventually(async () => {
    await letTimePass(owner);
    await sleep(500);
    const [ended, ...others] = await states();
    assert.deepEqual([ended.status, others], ['succeeded', []]);
    // One more where that from before the webhook was not numbered yet when the webhook was made.
    assert.ok(ended.many === eventsMade || ended.many === eventsMade + 1, `${ended.many} deliveries`);
  });
});

function count(times: Map<string, number>, id: string): void {
  times.set(id, (times.get(id) ?? 0) + 1);
}

async function makeEvents(url: string, token: string): Promise<void> {
  for (let made = 0; made < eventsMade; made += batchMax) {
    const operations = Array.from({ length: batchMax }, (_, index) => ({
      action: 'create',
      data: { type: 'individual', display_name: `Client ${made + index}` },
    }));
    await must(url, 'POST /api/clients/batch', { mode: 'atomic', operations }, { token });
  }
}

async function eventIds(url: string, token: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor = '';
  do {
    const more = cursor === '' ? '' : `&cursor=${cursor}`;
    const page = await must(url, `GET /api/events?type=client.created&limit=100${more}`, undefined, { token });
    ids.push(...page.data.map(({ id }: { id: string }) => id));
    cursor = page.next_cursor ?? '';
  } while (cursor !== '');
  // The first was of the counter's own client, before there was a webhook; the list begins with the last.
  return ids.slice(0, -1);
}

/** As if hours had gone by: what waits for its next attempt is due. */
async function letTimePass(owner: Client): Promise<void> {
  await owner.query(`update webhook_deliveries set next_attempt_at = now() where status = 'pending'`);
  await owner.query(`update webhook_lanes set due_at = now() where due_at is not null`);
}
