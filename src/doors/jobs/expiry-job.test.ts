/** Reservations expire at their time, once, however many nodes work. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goodsOf } from '../../../test/support/goods.ts';
import { createWorld } from '../../../test/support/world.ts';
import { catalogue } from '../../catalogue.ts';
import { openLog } from '../../log.ts';
import { expiryRunner } from './expiry-job.ts';
import { startWorker } from './job-loop.ts';

const world = await createWorld();
const goods = goodsOf(world);

test('workers of two nodes free a hold and a draft when their time has come, each once', async () => {
  world.setNow('2026-05-01T08:00:00Z');
  const variant = await goods.product();
  await goods.receive(variant, '5', '2');
  const held = { variant_id: variant.id, quantity: '2', expires_at: '2026-05-01T09:00:00Z' };
  await world.call('create_stock_reservation', held, { key: 'held' });
  await world.call('create_sale', { lines: [{ variant_id: variant.id, quantity: '1' }], reserve: true });
  const { db, now, secrets } = world.runtime;
  const runner = expiryRunner({ catalogue, runtime: () => world.runtime });
  const deps = { db, now, secrets, log: openLog('silent'), handlers: { expire_reservations: runner } };
  const workers = [startWorker(deps), startWorker(deps)];
  const reservedIs = async (wanted: string) => {
    for (let waits = 0; waits < 100; waits += 1) {
      const { data } = await world.call('list_stock_levels', { variant_id: variant.id });
      if (data[0].reserved === wanted) return;
      for (const worker of workers) worker.nudge();
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
    assert.fail(`it was never ${wanted}`);
  };
  world.emitted();
  await reservedIs('3');
  world.setNow('2026-05-01T09:00:00Z');
  await reservedIs('1');
  world.setNow('2026-05-02T08:00:00Z');
  await reservedIs('0');
  await Promise.all(workers.map((worker) => worker.stop()));
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['stock.reservation_expired', 'stock.reservation_expired'],
  );
  await goods.agree();
  world.setNow(undefined);
});
