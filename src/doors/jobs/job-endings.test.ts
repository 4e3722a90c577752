/** A failed job is reported to its user, and to those who may act on it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { eventually } from '../../../test/support/embedded-service.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { openLog } from '../../log.ts';
import { type JobHandler, startWorker } from './job-loop.ts';

const world = await createWorld();
const now = () => new Date().toISOString();
const organization = world.ana.organization?.id ?? '';

function working(handlers: Readonly<Record<string, JobHandler>>) {
  return startWorker({ db: world.db, handlers, now, secrets: world.runtime.secrets, log: openLog('silent') });
}

async function asked(text: string, values: unknown[]): Promise<Wire[]> {
  return asOwner(world.database.ownerUrl, async (client) => (await client.query(text, values)).rows);
}

/** Queues a job of the organisation that has been tried so often. */
async function queue(kind: string, attempts: number): Promise<string> {
  const id = world.runtime.newId();
  await asked(
    `insert into jobs (id, organization_id, kind, payload, attempts, run_at, created_at, updated_at)
     values ($1, $2, $3, '{}', $4, now(), now(), now())`,
    [id, organization, kind, attempts],
  );
  return id;
}

const rowOf = async (id: string): Promise<Wire> => (await asked('select * from jobs where id = $1', [id]))[0];

test('that a job of an organisation is dead is told once, and of what tells people of it nothing is told', async () => {
  const ids = [await queue('hopeless', 4), await queue('notify_members', 4)];
  const worker = working({
    hopeless: () => Promise.reject(new Error('never')),
    notify_members: () => Promise.reject(new Error('nobody listens')),
  });
  await eventually(async () => {
    for (const id of ids) assert.equal((await rowOf(id)).state, 'failed');
  });
  await worker.stop();
  const told = await asked(`select data from events where type = 'job.failed' and organization_id = $1`, [
    organization,
  ]);
  assert.deepEqual(
    told.map(({ data }) => [data.kind, data.attempts]),
    [['hopeless', 5]],
  );
});

test('a job that is called off while it runs ends when it next says how far it is, and stays called off', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: cancelled, resolve: goOn } = Promise.withResolvers<void>();
  const reached: string[] = [];
  const id = await queue('long', 0);
  const worker = working({
    long: async (_, progress) => {
      begin();
      await cancelled;
      await progress(50).finally(() => reached.push('asked'));
      reached.push('went on');
    },
  });
  await begun;
  await asked(`update jobs set state = 'cancelled' where id = $1`, [id]);
  goOn();
  await eventually(() => assert.ok(reached.length > 0));
  await worker.stop();
  const { state, progress } = await rowOf(id);
  assert.deepEqual([reached, state, progress], [['asked'], 'cancelled', 0]);
});
