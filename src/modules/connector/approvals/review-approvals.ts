import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { BusinessError } from '../../../operation/errors.ts';
import { enqueue } from '../../../operation/jobs.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { uuidFrom } from '../../../wire/type-id.ts';
import { actionNamed } from '../actions.ts';
import { approvalColumns, approvalFrom, type ApprovalRow, approvalSuperseded, problemFrom } from './approval.ts';
import { credentialOfToken } from '../tokens/authenticate.ts';
import { writeSuperseded } from '../refusals.ts';
import { openedInput } from './sealed-input.ts';

/** The kind of the job that ends what cannot be done any more. */
export const approvalReviewJob = 'review_approvals';

const reviewedMax = 200;
const objectsMax = 500;

/** Internal operation that runs after a change that approvals depend on. No door leads to it. */
export const reviewApprovals = operation({
  name: 'review_approvals',
  summary: 'Review pending approvals, and end those whose write is no longer possible.',
  http: 'POST /approvals/review',
  effect: 'write',
  permission: 'approvals:decide',
  mcp: 'hidden',
  input: z.strictObject({ about: z.array(z.string().max(100)).max(objectsMax) }),
  output: z.object({ ended: z.int() }),
  emits: [approvalSuperseded],
  run: async (context, { about }) => ({ ended: await endImpossible(context, about) }),
});

type Waiting = ApprovalRow & { readonly sealed_input: Buffer };

/** Ends each approval that waits for something about these records and that nobody can carry out any more. */
export async function endImpossible(context: Context, about: readonly string[]): Promise<number> {
  let ended = 0;
  for (const waiting of await waitingAbout(context, about)) {
    const reason = await whyImpossible(context, waiting);
    if (reason === undefined) continue;
    await end(context, waiting.id, reason);
    ended += 1;
  }
  return ended;
}

function waitingAbout({ db, organization, now }: Context, about: readonly string[]): Promise<Waiting[]> {
  const tokens = about.flatMap((id) => uuidFrom('mcpt', id) ?? []);
  return db.many<Waiting>(sql`
    select ${approvalColumns(now)}, sealed_input from approvals
    where organization_id = ${organization} and state = 'pending' and expires_at > ${now}
      and (token_id = any(${tokens}::uuid[]) or exists (select from unnest(${about}::text[]) as object
        where position(object in concat(arguments, preview)) > 0))
    order by created_at, id limit ${reviewedMax} for update skip locked`);
}

/** Refusals that may pass before the approval expires, such as when goods come in. */
const mayPass: ReadonlySet<string> = new Set([
  'insufficient_stock',
  'period_locked',
  'credit_limit_exceeded',
  'credit_held',
  'price_below_floor',
  'exchange_rate_missing',
  'client_not_active',
  'supplier_not_active',
  'location_not_active',
  'payment_method_archived',
  'expense_category_archived',
  'storage_limit_reached',
  'request_in_progress',
]);

/** Refusal of the preview that only a new request can remedy. */
async function whyImpossible(context: Context, waiting: Waiting): Promise<BusinessError | undefined> {
  const credential = await credentialOfToken(context.db, { ...context, id: waiting.token_id });
  if (credential === undefined) return writeSuperseded({ detail: 'The token that asked for it is no longer valid.' });
  const asked = actionNamed(waiting.action);
  // Actions with a preparation are checked when a person decides, not here.
  if (asked === undefined || asked.prepare !== undefined) return undefined;
  const { actor } = credential;
  const input = openedInput(context, waiting);
  try {
    await context.carryOut({ operation: asked, request: { actor, origin: context.origin, input, dryRun: true } });
    return undefined;
  } catch (error) {
    if (!(error instanceof BusinessError)) throw error;
    const { status, code } = error.kind;
    const isFinal = [400, 404, 409, 422].includes(status) && !mayPass.has(code);
    return isFinal ? error : undefined;
  }
}

async function end(context: Context, id: string, reason: BusinessError): Promise<void> {
  const { db, organization, now, actor } = context;
  const row = await db.one<ApprovalRow>(sql`
    update approvals set state = 'superseded', decided_at = ${now}, updated_at = ${now},
      decided_by = ${JSON.stringify(actorStamp(actor))}, problem = ${JSON.stringify(problemFrom(reason))}
    where organization_id = ${organization} and id = ${id} returning ${approvalColumns(now)}`);
  context.emit(approvalSuperseded(approvalFrom(context, row)));
}

type Queueing = Parameters<typeof enqueue>[0];

/** Queues the review of what waits, where any of these records is what it is about. */
export async function queueReview(queueing: Queueing & { readonly db: Db }, changed: readonly string[]): Promise<void> {
  const { db, organization } = queueing;
  const about = [...new Set(changed)].slice(0, objectsMax);
  if (about.length === 0) return;
  const waiting = await db.maybe(sql`
    select from approvals where organization_id = ${organization} and state = 'pending' limit 1`);
  if (waiting !== undefined) enqueue(queueing, { kind: approvalReviewJob, payload: { about } });
}
