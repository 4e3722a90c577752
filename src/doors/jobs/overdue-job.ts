import { z } from 'zod';
import { dayIn } from '../../core/calendar.ts';
import { organizationOf } from '../../modules/organization/index.ts';
import { newlyOverdue, nextMorning, noteOverdueInvoice, overdueJob } from '../../modules/reminders/index.ts';
import { serviceActor } from '../../operation/actor.ts';
import { enqueueOnce } from '../../operation/jobs.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { Id } from '../../wire/index.ts';
import type { JobHandler } from './job-loop.ts';

type Deps = { readonly runtime: () => Runtime };

const invoicesPerLook = 200;

/** Tells, once a day, which invoices have become overdue. The next day is queued before anything else. */
export function overdueFinder({ runtime: runtimeOf }: Deps): JobHandler {
  return async ({ id: requestId, organizationId: id }, progress) => {
    if (id === null) throw new Error('invoices belong to an organisation');
    const runtime = runtimeOf();
    const { db, newId, secrets } = runtime;
    const now = runtime.now();
    const organization = await db.transaction({ organization: id }, async (tx) => {
      const found = await organizationOf(tx, id);
      const runAt = nextMorning(found, dayIn(now, found.timezone));
      enqueueOnce({ db: tx, organization: id, newId, now, secrets }, { kind: overdueJob, payload: {}, runAt });
      return found;
    });
    const look = { organization: id, today: dayIn(now, organization.timezone), limit: invoicesPerLook };
    const actor = serviceActor(organization, noteOverdueInvoice.permission);
    for (let told = 0; ;) {
      const ids = await db.transaction({ organization: id, readOnly: true }, (tx) => newlyOverdue({ ...look, db: tx }));
      for (const invoice of ids) {
        const input = { id: z.encode(Id('document'), invoice) };
        await run(runtime, noteOverdueInvoice, { actor, origin: { door: 'job', requestId }, input });
      }
      told += ids.length;
      await progress(0);
      if (ids.length < invoicesPerLook) return { told };
    }
  };
}
