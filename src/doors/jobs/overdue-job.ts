import { z } from 'zod';
import { dayIn } from '../../core/calendar.ts';
import {
  accountsWithPaymentsDue,
  automaticPaymentsDue,
  notePaymentsDue,
  recordAutomaticPayment,
} from '../../modules/bank/index.ts';
import { newlyExpired, noteExpiredQuote } from '../../modules/documents/index.ts';
import { organizationOf } from '../../modules/organization/index.ts';
import { newlyOverdue, nextMorning, noteOverdueInvoice, overdueJob } from '../../modules/reminders/index.ts';
import { serviceActor } from '../../operation/actor.ts';
import { enqueueOnce } from '../../operation/jobs.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { Id } from '../../wire/index.ts';
import type { JobHandler } from './job-loop.ts';

type Deps = { readonly runtime: () => Runtime };

const recordsPerLook = 200;

/** Changes that the calendar alone brings, with their notices. */
const passed = [
  { of: 'document', found: newlyOverdue, note: noteOverdueInvoice },
  { of: 'document', found: newlyExpired, note: noteExpiredQuote },
  { of: 'scheduled_payment', found: automaticPaymentsDue, note: recordAutomaticPayment },
  { of: 'bank_account', found: accountsWithPaymentsDue, note: notePaymentsDue },
] as const;

/**
 * Tells, once a day, which invoices have become overdue, which quotes have expired and which payments are to be sent to
 * the bank, and records those that the bank makes by itself. The next day is queued before
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
    const look = { organization: id, today: dayIn(now, organization.timezone), limit: recordsPerLook };
    let told = 0;
    for (const { of, found, note } of passed) {
      const actor = serviceActor(organization, note.permission);
      for (let isMore = true; isMore;) {
        const ids = await db.transaction({ organization: id, readOnly: true }, (tx) => found({ ...look, db: tx }));
        for (const record of ids) {
          const input = { id: z.encode(Id(of), record) };
          await run(runtime, note, { actor, origin: { door: 'job', requestId }, input });
        }
        told += ids.length;
        await progress(0);
        isMore = ids.length === recordsPerLook;
      }
    }
    return { told };
  };
}
