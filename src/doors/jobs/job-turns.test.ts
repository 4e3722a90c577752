import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { eventually } from '../../../test/support/embedded-service.ts';
import { createWorld } from '../../../test/support/world.ts';
import { openLog } from '../../log.ts';
import { enqueue } from '../../operation/jobs.ts';
import { startWorker } from './job-loop.ts';

const world = await createWorld();

test('organisations take turns: behind ten thousand jobs of one, nobody waits for more than one of them', async () => {
  const busy = world.ana.organization?.id ?? '';
  const insert = `insert into jobs (id, organization_id, kind, payload, run_at, created_at, updated_at)
     select gen_random_uuid(), $1, 'turn', '{}', $2::timestamptz - interval '1 h', $2, $2
     from generate_series(1, 10000)`;
  const values = [busy, new Date().toISOString()];
  await asOwner(world.database.ownerUrl, (client) => client.query(insert, values));
  const others = [world.rival, await world.found('Third'), await world.found('Fourth')];
  const order: (string | null)[] = [];
  const turn = async ({ organizationId }: { readonly organizationId: string | null }) => {
    order.push(organizationId);
    if (order.length === 5) for (const { organization } of others) await queueFor(organization?.id ?? '');
  };
  const { db, secrets } = world.runtime;
  const now = () => new Date().toISOString();
  const worker = startWorker({ db, secrets, now, log: openLog('silent'), handlers: { turn } });
  await eventually(() => assert.ok(order.length > 20));
  await worker.stop();
  const turns = others.map(({ organization }) => order.indexOf(organization?.id ?? ''));
  assert.ok(
    turns.every((place) => place >= 5 && place <= 9),
    `${turns.join(', ')} of ${order.length}`,
  );
});

async function queueFor(organization: string): Promise<void> {
  const { newId, secrets } = world.runtime;
  await world.db.transaction({ organization }, async (db) => {
    enqueue({ db, newId, secrets, now: new Date().toISOString(), organization }, { kind: 'turn', payload: {} });
  });
}
