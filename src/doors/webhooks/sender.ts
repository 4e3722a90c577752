import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Log } from '../../log.ts';
import {
  claimQueues,
  renewQueueLeases,
  type DeliveryQueue,
  noteAttempt,
  type Receiver,
  releaseQueue,
  stopWebhook,
  type Taken,
  takeDeliveries,
} from '../../modules/webhooks/index.ts';
import type { GuardedFetch } from '../../net/guarded-fetch.ts';
import type { Actor } from '../../operation/actor.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { Id } from '../../wire/index.ts';
import { attempt } from './attempt.ts';
import { type Loop, startLoop } from './loop.ts';

/** So many webhooks a node sends to at once. One that is slow takes one of them, and no more. */
const lanesMax = 128;
const lanesOfOrganizationMax = 8;
const heartbeatMs = 5_000;
/** So long a stopping node waits for answers. What it does not wait for is sent again by whoever takes over. */
const patienceMs = 3_000;

type Deps = { readonly runtime: () => Runtime; readonly fetch: GuardedFetch; readonly log: Log };

/**
 * Sends what waits. Each webhook has its own lane with its own requests, so that a slow receiver holds up nobody else;
 * a lane is taken under a lease, and when its node dies another takes it over and sends again what was not noted.
 */
export function startSender(deps: Deps): Loop {
  const { runtime, log } = deps;
  const running = new Map<DeliveryQueue, Promise<void>>();
  const state = { stopping: false };
  const turn = async () => {
    const { db, now, newId } = runtime();
    const max = lanesMax - running.size;
    if (max <= 0) return false;
    const busy = busyOf([...running.keys()]);
    const queues = await db.transaction({}, (tx) => claimQueues(tx, { now: now(), lease: newId(), max, busy }));
    for (const lane of queues) {
      const served = serve(lane, deps, state).catch((error: unknown) => {
        log.warn({ err: error, webhook: lane.webhook }, 'what waits for a webhook cannot be sent');
      });
      running.set(
        lane,
        served.finally(() => running.delete(lane)).then(() => loop.nudge()),
      );
    }
    return false;
  };
  const loop = startLoop({
    turn,
    onError: (error) => log.warn({ err: error }, 'webhooks cannot be read'),
  });
  const heart = setInterval(() => {
    const leases = [...new Set([...running.keys()].map(({ lease }) => lease))];
    if (leases.length === 0) return;
    const { db, now } = runtime();
    db.transaction({}, (tx) => renewQueueLeases(tx, leases, now())).catch(() => undefined);
  }, heartbeatMs);
  return {
    nudge: () => loop.nudge(),
    stop: async () => {
      state.stopping = true;
      await loop.stop();
      await Promise.race([Promise.all(running.values()), sleep(patienceMs, undefined, { ref: false })]);
      clearInterval(heart);
    },
  };
}

function busyOf(queues: readonly DeliveryQueue[]): string[] {
  const counts = new Map<string, number>();
  for (const { organization } of queues) counts.set(organization, (counts.get(organization) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= lanesOfOrganizationMax).map(([organization]) => organization);
}

type State = { readonly stopping: boolean };

/** Sends some of what is due to one webhook, so many requests at once as it takes, and gives the lane back. */
async function serve(lane: DeliveryQueue, deps: Deps, state: State): Promise<void> {
  const { db, now } = deps.runtime();
  const { organization } = lane;
  try {
    const taken = await db.transaction({ organization, readOnly: true }, (tx) => takeDeliveries(tx, lane, now()));
    if (taken === undefined) return;
    const waiting = [...taken.deliveries];
    const hands = Array.from({ length: taken.receiver.max_concurrency }, async () => {
      for (let next = waiting.shift(); next !== undefined && !state.stopping; next = waiting.shift()) {
        const isOver = await send(lane, deps, { receiver: taken.receiver, delivery: next });
        if (isOver) waiting.length = 0;
      }
    });
    await Promise.all(hands);
  } finally {
    await db.transaction({ organization }, (tx) => releaseQueue(tx, lane, now()));
  }
}

type Sending = { readonly receiver: Receiver; readonly delivery: Taken };

/** Makes and records one attempt; returns true where it disabled the webhook. */
async function send(
  lane: DeliveryQueue,
  { runtime: runtimeOf, fetch, log }: Deps,
  { receiver, delivery }: Sending,
): Promise<boolean> {
  const runtime = runtimeOf();
  const { db, now, secrets } = runtime;
  const onFault = (error: unknown) => log.error({ err: error, delivery: delivery.id }, 'a delivery cannot be sent');
  const made = await attempt({ fetch, now, sealing: secrets.sealing, onFault }, receiver, delivery);
  const { id, attempts } = delivery;
  const reason = await db.transaction({ organization: lane.organization }, (tx) =>
    noteAttempt(tx, lane, { delivery: id, attempts, attempt: made, chance: Math.random() }),
  );
  if (reason === undefined) return false;
  const input = { id: z.encode(Id('webhook'), lane.webhook), reason };
  const origin = { door: 'job', requestId: `webhook:${id}` } as const;
  await run(runtime, stopWebhook, { actor: senderIn(lane.organization), origin, input });
  return true;
}

/** The service itself, which may disable what nothing arrives at. */
function senderIn(organization: string): Actor {
  return {
    kind: 'system',
    userId: '',
    memberId: '',
    credentialId: '',
    name: 'Daybook',
    organization: { id: organization, name: '', baseCurrency: '', timezone: 'UTC', locale: 'en' },
    permissions: new Set([stopWebhook.permission]),
  };
}
