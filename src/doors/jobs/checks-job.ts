import { dayIn } from '../../core/calendar.ts';
import { announceAuditHead } from '../../modules/audit/index.ts';
import { checksJob, isToBeChecked, nextNight } from '../../modules/checks/index.ts';
import { organizationOf } from '../../modules/organization/index.ts';
import { type ActorOrganization, serviceActor } from '../../operation/actor.ts';
import { enqueueOnce } from '../../operation/jobs.ts';
import type { Operation } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import type { JobHandler } from './job-loop.ts';

type Deps = { readonly runtime: () => Runtime; readonly catalogue: readonly Operation[] };

/**
 * Checks the books of an organisation once a night, by the operation that anybody could call, and tells where its audit
 * log ends. The next night is queued before anything else, so that whatever becomes of this one there is another; a
 * node takes one organisation at a time.
 */
export function checksRunner({ runtime: runtimeOf, catalogue }: Deps): JobHandler {
  const operation = catalogue.find(({ name }) => name === 'keep_checks');
  if (operation === undefined) throw new RangeError('nothing keeps what checks find');
  return async ({ id, organizationId }) => {
    if (organizationId === null) throw new Error('books belong to an organisation');
    const runtime = runtimeOf();
    const organization = await prepare(runtime, organizationId);
    if (organization === undefined) return null;
    const actor = serviceActor(organization, operation.permission);
    const origin = { door: 'job', requestId: id } as const;
    // First, so that it is told whatever stands in the way of the checks.
    const teller = serviceActor(organization, announceAuditHead.permission);
    await run(runtime, announceAuditHead, { actor: teller, origin, input: {} });
    const { output } = await run(runtime, operation, { actor, origin, input: {} });
    const { ok, checked_at: checkedAt } = output as { readonly ok: boolean; readonly checked_at: string };
    return { ok, checked_at: checkedAt };
  };
}

/** Queues the next night, and answers the organisation where there is anything to check. */
function prepare({ db, now, newId, secrets }: Runtime, id: string): Promise<ActorOrganization | undefined> {
  return db.transaction({ organization: id }, async (tx) => {
    const organization = await organizationOf(tx, id);
    const queueing = { db: tx, organization: id, newId, now: now(), secrets };
    enqueueOnce(queueing, {
      kind: checksJob,
      payload: {},
      runAt: nextNight(organization, dayIn(now(), organization.timezone)),
    });
    return (await isToBeChecked(tx, id, now())) ? organization : undefined;
  });
}
