import { dayIn } from '../../core/calendar.ts';
import { hasOpenDepreciation } from '../../modules/assets/index.ts';
import { hasUnfinished, nextRun, schedulesJob } from '../../modules/accruals/index.ts';
import { organizationOf } from '../../modules/organization/index.ts';
import { serviceActor } from '../../operation/actor.ts';
import { enqueueOnce } from '../../operation/jobs.ts';
import type { Operation } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import type { JobHandler } from './job-loop.ts';

type Deps = { readonly runtime: () => Runtime; readonly catalogue: readonly Operation[] };

/**
 * Posts what schedules and assets have due, by the operations that anybody could call. The next night is queued before
 * anything else, as long as something is unfinished.
 */
export function schedulesRunner({ runtime: runtimeOf, catalogue }: Deps): JobHandler {
  const operations = catalogue.filter(({ name }) => name === 'run_schedules' || name === 'run_depreciation');
  if (operations.length !== 2) throw new RangeError('nothing runs schedules');
  return async ({ id: requestId, organizationId: id }, progress) => {
    if (id === null) throw new Error('schedules belong to an organisation');
    const runtime = runtimeOf();
    const { db, newId, secrets } = runtime;
    const now = runtime.now();
    const organization = await db.transaction({ organization: id }, async (tx) => {
      const found = await organizationOf(tx, id);
      const [schedules, assets] = await Promise.all([hasUnfinished(tx, id), hasOpenDepreciation(tx, id)]);
      if (!schedules && !assets) return undefined;
      const runAt = nextRun(found, dayIn(now, found.timezone));
      enqueueOnce({ db: tx, organization: id, newId, now, secrets }, { kind: schedulesJob, payload: {}, runAt });
      return found;
    });
    if (organization === undefined) return null;
    let posted = 0;
    for (const operation of operations) {
      const actor = serviceActor(organization, operation.permission);
      for (let isMore = true; isMore;) {
        const { output } = await run(runtime, operation, { actor, origin: { door: 'job', requestId }, input: {} });
        const answer = output as { readonly posted: number; readonly has_more: boolean };
        posted += answer.posted;
        isMore = answer.has_more;
        await progress(0);
      }
    }
    return { posted };
  };
}
