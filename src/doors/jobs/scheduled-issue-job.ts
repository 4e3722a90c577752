import { z } from 'zod';
import { addDays, dayIn } from '../../core/calendar.ts';
import {
  type IssueOrder,
  noteIssueRefused,
  queueIssue,
  type ScheduledIssue,
  scheduledIssue,
} from '../../modules/documents/index.ts';
import { organizationOf } from '../../modules/organization/index.ts';
import { type Actor, serviceActor } from '../../operation/actor.ts';
import { BusinessError } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { Id } from '../../wire/index.ts';
import { attemptsMax, type GaveUp, type JobHandler } from './job-loop.ts';
import { memberBehind, problemOf } from './recurring-job.ts';

type Deps = { readonly runtime: () => Runtime; readonly catalogue: readonly Operation[] };

/**
 * Issues a draft on its day by the operation that anybody could call, with the rights of whoever set the day. That
 * operation locks the draft and takes its day away in the same transaction, so that whatever crashes, and however many
 * nodes work, it is issued once. What was cancelled or moved to another day meanwhile is not.
 */
export function scheduledIssuer({ runtime: runtimeOf, catalogue }: Deps): JobHandler {
  const [change, issue] = ['update_document', 'issue_document'].map((action) =>
    catalogue.find(({ name }) => name === action),
  );
  if (change === undefined || issue === undefined) throw new RangeError('nothing issues documents');
  return async ({ organizationId: organization, payload, attempts }) => {
    if (organization === null) throw new Error('a document belongs to an organisation');
    // As it was queued, by one of our own operations.
    const work = { runtime: runtimeOf(), organization, order: payload as IssueOrder };
    const planned = await plannedIn(work);
    if (planned?.issue_at !== work.order.date) return;
    const actor = await memberBehind(work, planned);
    if (actor === undefined) return refuse(work, 'The person who scheduled it is no longer a member.');
    if (await isTooEarly(work, actor)) return;
    const { document_id: id, date } = work.order;
    try {
      const origin = { door: 'job', requestId: `issue:${id}:${date}` } as const;
      const document = { id: z.encode(Id('document'), id) };
      const { due_days: days, by_terms: byTerms } = planned;
      // A second run after a crash moves it to the same day.
      const due = days === null || byTerms ? {} : { due_date: addDays(date, days) };
      const dated = days === null ? undefined : { ...document, supply_date: date, ...due };
      if (dated !== undefined) await run(work.runtime, change, { actor, origin, input: dated });
      await run(work.runtime, issue, { actor, origin, input: document });
    } catch (error) {
      const isRefusal = error instanceof BusinessError && error.kind.status < 500;
      if (!isRefusal && attempts < attemptsMax) throw error;
      await refuse(work, isRefusal ? problemOf(error) : notIssued);
    }
  };
}

const notIssued = 'It could not be issued after several attempts.';

/** Notes that a draft was not issued, where the node died at each attempt. */
export function issueGivenUp({ runtime }: Pick<Deps, 'runtime'>): GaveUp {
  return async ({ organizationId: organization, payload }) => {
    if (organization === null) throw new Error('a document belongs to an organisation');
    await refuse({ runtime: runtime(), organization, order: payload as IssueOrder }, notIssued);
  };
}

type Work = { readonly runtime: Runtime; readonly organization: string; readonly order: IssueOrder };

function plannedIn({ runtime: { db }, organization, order }: Work): Promise<ScheduledIssue | undefined> {
  return db.transaction({ organization, readOnly: true }, (tx) => scheduledIssue(tx, organization, order.document_id));
}

/** The organisation has moved to where that day has not begun yet: then it is queued anew. */
async function isTooEarly({ runtime, organization, order }: Work, { organization: where }: Actor): Promise<boolean> {
  const zone = where?.timezone ?? 'UTC';
  const now = runtime.now();
  if (dayIn(now, zone) >= order.date) return false;
  const { newId, secrets } = runtime;
  await runtime.db.transaction({ organization }, async (db) =>
    queueIssue({ db, organization, newId, now, secrets }, order, zone),
  );
  return true;
}

/** Says on the document and by an event why it was not issued. It stays a draft. */
async function refuse({ runtime, organization: tenant, order }: Work, problem: string): Promise<void> {
  const { document_id: id, date } = order;
  const organization = await runtime.db.transaction({ organization: tenant, readOnly: true }, (tx) =>
    organizationOf(tx, tenant),
  );
  const actor = serviceActor(organization, 'documents:write');
  const origin = { door: 'job', requestId: `issue-refused:${id}:${date}` } as const;
  const input = { id: z.encode(Id('document'), id), issue_at: date, problem };
  await run(runtime, noteIssueRefused, { actor, origin, input });
}
