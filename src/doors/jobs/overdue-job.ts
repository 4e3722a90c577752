import { z } from 'zod';
import { dayIn } from '../../core/calendar.ts';
import { newlyExpired, noteExpiredQuote } from '../../modules/documents/index.ts';
import { organizationOf } from '../../modules/organization/index.ts';
import { newlyOverdue, nextMorning, noteOverdueInvoice, overdueJob } from '../../modules/reminders/index.ts';
import { serviceActor } from '../../operation/actor.ts';
import { enqueueOnce } from '../../operation/jobs.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { Id } from '../../wire/index.ts';
import type { JobHandler } from './job-loop.ts';

type Deps = { readonly runtime: () => Runtime };

const documentsPerLook = 200;

/** Changes that the calendar alone brings, with their notices. */
const passed = [
  { found: newlyOverdue, note: noteOverdueInvoice },
  { found: newlyExpired, note: noteExpiredQuote },
] as const;

/**
 * Tells, once a day, which invoices have become overdue, and which quotes have expired. The next day is queued before
 * anything else.
 */
export function overdueFinder({ runtime: runtimeOf }: Deps): JobHandler {
  return async ({ id: requestId, organizationId: id }, progress) => {
    if (id === null) throw new Error('documents belong to an organisation');
    const runtime = runtimeOf();
    const { db, newId, secrets } = runtime;
    const now = runtime.now();
    const organization = await db.transaction({ organization: id }, async (tx) => {
      const found = await organizationOf(tx, id);
      const runAt = nextMorning(found, dayIn(now, found.timezone));
      enqueueOnce({ db: tx, organization: id, newId, now, secrets }, { kind: overdueJob, payload: {}, runAt });
      return found;
    });
    const look = { organization: id, today: dayIn(now, organization.timezone), limit: documentsPerLook };
    let told = 0;
    for (const { found, note } of passed) {
      const actor = serviceActor(organization, note.permission);
      for (let isMore = true; isMore;) {
        const ids = await db.transaction({ organization: id, readOnly: true }, (tx) => found({ ...look, db: tx }));
        for (const document of ids) {
          const input = { id: z.encode(Id('document'), document) };
          await run(runtime, note, { actor, origin: { door: 'job', requestId }, input });
        }
        told += ids.length;
        await progress(0);
        isMore = ids.length === documentsPerLook;
      }
    }
    return { told };
  };
}
