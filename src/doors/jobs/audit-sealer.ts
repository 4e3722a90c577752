import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import { ChainBroken, linksMax, organizationsWaiting, type Sealing, sealEntries } from '../../modules/audit/index.ts';

/** So soon after their commit rows are sealed, many in one transaction: one by one they would cost as much as calls. */
const pollMs = 1_000;
/** So often is somebody told that a chain is broken. */
const complainMs = 3_600_000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

export type Sealer = { stop(): Promise<void> };

type Deps = Sealing & { readonly log: Log };

/** Gives the rows of audit logs their links in the chain, of one organisation after the other, as long as it runs. */
export function startSealer(deps: Deps): Sealer {
  const stopping = new AbortController();
  const round: Round = { complaints: new Map(), signal: stopping.signal };
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      const isBehind = await sealAll(deps, round).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'the audit log cannot be sealed for now');
        return false;
      });
      if (!isBehind) await sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await loop;
    },
  };
}

type Round = { readonly complaints: Map<string, number>; readonly signal: AbortSignal };

/** Seals a batch of each log in turn, so that one with many rows delays no other. Returns true where more are left. */
async function sealAll(deps: Deps, { complaints, signal }: Round): Promise<boolean> {
  let isBehind = false;
  for (let last = beforeAll; !signal.aborted;) {
    const waiting = await organizationsWaiting(deps.db, last);
    for (const organization of waiting) {
      if (!signal.aborted && (await sealOne(deps, organization, complaints)) >= linksMax) isBehind = true;
    }
    last = waiting.at(-1) ?? beforeAll;
    if (waiting.length === 0) break;
  }
  return isBehind;
}

async function sealOne(deps: Deps, organization: string, complaints: Map<string, number>): Promise<number> {
  try {
    return await sealEntries(deps, organization);
  } catch (error) {
    if (!(error instanceof ChainBroken)) throw error;
    if (performance.now() < (complaints.get(organization) ?? 0)) return 0;
    complaints.set(organization, performance.now() + complainMs);
    deps.log.error({ organization, reason: error.message }, 'the audit log of an organisation is not sealed any more');
    return 0;
  }
}
