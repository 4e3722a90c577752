import { createHash } from 'node:crypto';
import { z } from 'zod';
import { nextHour } from '../../../core/instant.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { limitExceeded, notFound } from '../../../operation/errors.ts';
import { parseInput } from '../../../operation/execute.ts';
import { enqueueOnce } from '../../../operation/jobs.ts';
import { type Context, type Operation, operation } from '../../../operation/operation.ts';
import { seal } from '../../../operation/seal.ts';
import { actionNamed } from '../actions.ts';
import { requestedValues } from './asked.ts';
import {
  aboutApproval,
  Approval,
  approvalColumns,
  approvalExpired,
  approvalFrom,
  approvalRequested,
  type ApprovalRow,
  lifetimeDays,
  reasons,
} from './approval.ts';
import { approvalExpiryJob } from './expire-approvals.ts';
import { sorted } from '../previews/plan.ts';
import { Steps, stepValuesMax } from '../steps/step.ts';
import { type Previewed, previewOf } from '../previews/preview.ts';

const waitingOfTokenMax = 200;
const otherKeysMax = 200;

const Asked = z.strictObject({
  action: z.string().max(64),
  arguments: z.record(z.string(), z.unknown()),
  idempotency_key: z.string().max(255).optional(),
  reason: z.enum(reasons),
});
type Asked = z.output<typeof Asked>;

/**
 * Called by the MCP door where a token may only prepare a write and a person has to approve it. It is in no catalogue:
 * there is nothing to approve for whoever comes through another door.
 */
export const requestApproval = operation({
  name: 'request_approval',
  summary: 'Request human approval for a write, with a preview of its effects.',
  http: 'POST /approvals',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  input: Asked,
  output: Approval,
  refuses: [notFound, limitExceeded],
  emits: [approvalRequested, approvalExpired],
  // The approval that is answered, and written down with it, shows the arguments without what is secret in them.
  secretInput: ['arguments'],
  prepare: (outside, { action, arguments: input }): Promise<unknown> => {
    const asked = askedFor(action);
    return asked.prepare?.(outside, parseInput(asked, input)) ?? Promise.resolve();
  },
  async run(context, input, prepared) {
    const hash = createHash('sha256')
      .update(JSON.stringify(sorted([input.action, input.arguments])))
      .digest();
    const known = await existing(context, input, hash);
    if (known !== undefined) return joined(context, known, input.idempotency_key);
    const asked = askedFor(input.action);
    let seen: Previewed | undefined;
    const { actor, origin } = context;
    await context.carryOut({
      operation: asked,
      request: {
        actor,
        origin,
        input: input.arguments,
        dryRun: true,
        beforeCommit: async (within, outcome) => void (seen = await previewOf(within, outcome)),
      },
      prepared,
    });
    if (seen === undefined) throw new Error(`${asked.name} was not previewed`);
    seen = { ...seen, preview: { ...seen.preview, ...(await inWords(context, asked, input, seen)) } };
    const made = await insert(context, { input, hash, asked, seen });
    // Its twin was quicker.
    if (made === undefined) return joined(context, await duplicate(context, hash), input.idempotency_key);
    // Expired is what is past its end by then: one job tells of all that ends within the hour.
    enqueueOnce(context, { kind: approvalExpiryJob, payload: {}, runAt: nextHour(made.expires_at) });
    const record = approvalFrom(context, made);
    context.emit(approvalRequested(record));
    return record;
  },
});

/** What is asked, with the names of its records: of several steps, of each. */
async function inWords(context: Context, asked: Operation, input: Asked, { steps }: Previewed) {
  if (asked.steps !== true) return { asked: await requestedValues(context, readable(asked, input.arguments)) };
  const { steps: sent } = Steps.parse(input.arguments);
  const told = [];
  for (const [index, { action, sentences }] of steps.entries()) {
    const values = await requestedValues(context, sent[index]?.arguments ?? {}, stepValuesMax);
    told.push({ action, sentences: [...sentences], asked: values });
  }
  return { steps: told };
}

function askedFor(name: string): Operation {
  const found = actionNamed(name);
  if (found === undefined) throw notFound({ detail: 'There is no such action.' });
  return found;
}

/** The same request that waits already, or one with the same key whatever has become of it. */
async function existing(context: Context, input: Asked, hash: Buffer): Promise<ApprovalRow | undefined> {
  const { db, organization, actor, now } = context;
  const mine = sql`organization_id = ${organization} and token_id = ${actor.credentialId}`;
  const [expired, found, { waiting }] = await Promise.all([
    db.many<ApprovalRow>(sql`
      update approvals set state = 'expired', updated_at = ${now}
      where ${mine} and request_hash = ${hash} and state = 'pending' and expires_at <= ${now}
      returning ${approvalColumns(now)}`),
    db.maybe<ApprovalRow>(sql`
      select ${approvalColumns(now)} from approvals
      where ${mine} and request_hash = ${hash}
        and (state = 'pending' or ${input.idempotency_key ?? null} = any(array[idempotency_key] || other_keys))
      order by created_at desc limit 1`),
    db.one<{ waiting: bigint }>(sql`
      select count(*) as waiting from approvals where ${mine} and state = 'pending' and expires_at > ${now}`),
  ]);
  for (const row of expired) context.emit(approvalExpired(approvalFrom(context, row)));
  if (found === undefined && waiting >= waitingOfTokenMax) {
    throw limitExceeded({ max: waitingOfTokenMax, hint: 'Wait until a person has decided on earlier requests.' });
  }
  return found;
}

/** A second request for a write that already waits joins the first, under its own key. */
function joined(context: Context, row: ApprovalRow, key: string | undefined): z.output<typeof Approval> {
  const { db, organization } = context;
  if (key !== undefined && row.status === 'pending') {
    db.later(sql`
      update approvals set other_keys = other_keys || ${key}::text
      where organization_id = ${organization} and id = ${row.id} and idempotency_key is distinct from ${key}
        and ${key} <> all(other_keys) and cardinality(other_keys) < ${otherKeysMax}`);
  }
  return approvalFrom(context, row);
}

type New = { readonly input: Asked; readonly hash: Buffer; readonly asked: Operation; readonly seen: Previewed };

function insert(context: Context, { input, hash, asked, seen }: New): Promise<ApprovalRow | undefined> {
  const { db, organization, actor, now, origin, secrets } = context;
  const id = context.newId();
  const about = aboutApproval(organization, id);
  const sealed = seal(secrets.sealing, about, Buffer.from(JSON.stringify(input.arguments)));
  return db.maybe<ApprovalRow>(sql`
    insert into approvals (organization_id, id, token_id, member_id, action, reason, sealed_input, arguments,
      idempotency_key, request_hash, preview, plan, expires_at, request_id, client, conversation,
      created_at, updated_at, created_by)
    values (${organization}, ${id}, ${actor.credentialId}, ${actor.memberId}, ${input.action}, ${input.reason},
      ${sealed}, ${JSON.stringify(readable(asked, input.arguments))}, ${input.idempotency_key ?? null}, ${hash},
      ${JSON.stringify(seen.preview)}, ${seen.plan}, ${now}::timestamptz + make_interval(days => ${lifetimeDays}),
      ${origin.requestId}, ${origin.mcpClient ?? null}, ${origin.conversation ?? null},
      ${now}, ${now}, ${JSON.stringify(actorStamp(actor))})
    on conflict (organization_id, token_id, request_hash) where state = 'pending' do nothing
    returning ${approvalColumns(now)}`);
}

function duplicate({ db, organization, actor, now }: Context, hash: Buffer): Promise<ApprovalRow> {
  return db.one<ApprovalRow>(sql`
    select ${approvalColumns(now)} from approvals
    where organization_id = ${organization} and token_id = ${actor.credentialId} and request_hash = ${hash}
    order by created_at desc limit 1`);
}

/** The arguments without secrets and without whole files. */
function readable({ secretInput = [], unaudited = [] }: Operation, input: Asked['arguments']): object {
  return Object.fromEntries(
    Object.entries(input)
      .filter(([key]) => !secretInput.includes(key))
      .map(([key, value]) => [
        key,
        unaudited.includes(key) && typeof value === 'string' ? `${value.length} characters` : value,
      ]),
  );
}
