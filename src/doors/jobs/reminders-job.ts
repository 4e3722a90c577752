import { dayIn } from '../../core/calendar.ts';
import { organizationOf } from '../../modules/organization/index.ts';
import {
  chargeLateFees,
  dueStep,
  feesOf,
  isOn,
  isOpen,
  nextRun,
  noteFeeProblem,
  owedAround,
  type OwedInvoice,
  readPolicy,
  remindersJob,
  sendDueReminder,
} from '../../modules/reminders/index.ts';
import { type Actor, type ActorOrganization, serviceActor } from '../../operation/actor.ts';
import { BusinessError } from '../../operation/errors.ts';
import { enqueueOnce } from '../../operation/jobs.ts';
import type { Operation } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { Id } from '../../wire/index.ts';
import type { JobHandler } from './job-loop.ts';

const invoicesPerLook = 200;

type Deps = { readonly runtime: () => Runtime };
type Policy = Awaited<ReturnType<typeof readPolicy>>;

/**
 * Charges the late fees of an organisation that have come, and sends the reminders that are due today. The next day is
 * queued before anything else, so that whatever becomes of this one there is another; each fee and each reminder is a
 * transaction that sees for itself whether it is due, so that a second run does none again.
 */
export function remindersRunner({ runtime: runtimeOf }: Deps): JobHandler {
  return async ({ id: requestId, organizationId }, progress) => {
    if (organizationId === null) throw new Error('reminders belong to an organisation');
    const runtime = runtimeOf();
    const prepared = await prepare(runtime, organizationId);
    if (prepared === undefined) return null;
    const work = { ...prepared, runtime, requestId, progress, failures: [] };
    const charged = await chargeFees(work);
    const sent = await sendReminders(work);
    // One that fails keeps nobody else waiting; all that is left is tried again.
    if (work.failures.length > 0) throw work.failures[0];
    return { sent, charged };
  };
}

type Work = Prepared & {
  readonly runtime: Runtime;
  readonly requestId: string;
  readonly progress: (percent: number) => Promise<void>;
  readonly failures: unknown[];
};

async function sendReminders(work: Work): Promise<number> {
  const { policy, organization, failures, progress } = work;
  if (!policy.enabled) return 0;
  const actor = serviceActor(organization, 'documents:read', 'documents:write');
  let sent = 0;
  const { steps } = policy;
  const isDue = (invoice: OwedInvoice, today: string) => dueStep(invoice, steps, today) !== undefined;
  for await (const id of invoicesThat(
    work,
    isDue,
    steps.map(({ days }) => days),
  )) {
    try {
      const output = await runOn(work, { operation: sendDueReminder, actor, id });
      if ((output as { reminder: unknown }).reminder !== null) sent += 1;
    } catch (error) {
      failures.push(error);
    }
    // Says that it goes on, and ends here where the node stops.
    await progress(0);
  }
  return sent;
}

/** Clients may be charged after other days than everybody is. */
const feeDays = [1, 365];
const mayCharge = [
  'documents:read',
  'documents:write',
  'documents:issue',
  'sales:write',
  'sales:confirm',
  'sales:credit',
];

async function chargeFees(work: Work): Promise<number> {
  const { runtime, policy, organization, failures, progress } = work;
  if (!policy.late_fees.enabled) return 0;
  const actor = serviceActor(organization, ...mayCharge);
  let [charged, problem]: [number, string | null] = [0, null];
  const base = organization.baseCurrency;
  const isDue = (invoice: OwedInvoice, today: string) => feesOf(invoice, policy, { today, base }).length > 0;
  for await (const id of invoicesThat(work, isDue, feeDays)) {
    try {
      const output = await runOn(work, { operation: chargeLateFees, actor, id });
      charged += (output as { fees: unknown[] }).fees.length;
    } catch (error) {
      if (!(error instanceof BusinessError) || error.kind.status >= 500) failures.push(error);
      // Another day may be open again, or the client be active.
      else problem ??= `${Id('document').encode(id)}: ${error.message} ${error.details.hint ?? error.kind.hint}`;
    }
    await progress(0);
  }
  const within = { organization: organization.id };
  await runtime.db.transaction(within, (db) => noteFeeProblem({ db, organization: organization.id }, problem));
  return charged;
}

type DueReminder = { readonly operation: Operation; readonly actor: Actor; readonly id: string };

async function runOn({ runtime, requestId }: Work, { operation, actor, id }: DueReminder): Promise<unknown> {
  const input = { id: Id('document').encode(id) };
  return (await run(runtime, operation, { actor, origin: { door: 'job', requestId }, input })).output;
}

type Prepared = { readonly organization: ActorOrganization; readonly policy: Policy };

/** Queues the next day, and answers what is to be done where anything is, now. */
function prepare({ db, now, newId, secrets }: Runtime, id: string): Promise<Prepared | undefined> {
  return db.transaction({ organization: id }, async (tx) => {
    const [organization, policy] = await Promise.all([
      organizationOf(tx, id),
      readPolicy({ db: tx, organization: id }),
    ]);
    if (!isOn(policy)) return undefined;
    const [moment, when] = [now(), { when: policy, where: organization }];
    const today = dayIn(moment, organization.timezone);
    const queueing = { db: tx, organization: id, newId, now: moment, secrets };
    enqueueOnce(queueing, { kind: remindersJob, payload: {}, runAt: nextRun(moment, today, when).at });
    return isOpen(moment, today, when) ? { organization, policy } : undefined;
  });
}

type Test = (invoice: OwedInvoice, today: string) => boolean;

/** Invoices of which something is to be done, looked at some at a time. */
async function* invoicesThat(work: Work, isDue: Test, days: readonly number[]): AsyncGenerator<string> {
  const { runtime, organization } = work;
  const { id, timezone } = organization;
  const today = dayIn(runtime.now(), timezone);
  for (let after: string | undefined; ;) {
    const part = { days, today, limit: invoicesPerLook, ...(after === undefined ? {} : { after }) };
    const owed = await runtime.db.transaction({ organization: id, readOnly: true }, (db) =>
      owedAround({ db, organization: id }, part),
    );
    for (const invoice of owed) if (isDue(invoice, today)) yield invoice.id;
    after = owed.at(-1)?.id;
    if (owed.length < invoicesPerLook) return;
  }
}
