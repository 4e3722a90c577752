import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { type Actor, actorStamp } from '../../../operation/actor.ts';
import {
  BusinessError,
  forbidden,
  invalidStateTransition,
  notFound,
  stepUpRequired,
} from '../../../operation/errors.ts';
import { parseInput } from '../../../operation/execute.ts';
import { keeping } from '../../../operation/kept-refusal.ts';
import {
  type BeforeCommit,
  type Context,
  type NestedCall,
  type Operation,
  type Outside,
  type WriteOutcome,
  operation,
} from '../../../operation/operation.ts';
import { mustBeProven } from '../../../operation/step-up.ts';
import { Id, Text } from '../../../wire/index.ts';
import { actionNamed } from '../actions.ts';
import {
  Approval,
  approvalApproved,
  approvalColumns,
  approvalFrom,
  approvalRequested,
  type ApprovalRow,
  approvalSuperseded,
  lockApproval,
  noteLengthMax,
  problemFrom,
} from './approval.ts';
import { asPlanned } from './as-planned.ts';
import { noteWrite } from '../undo/mcp-write.ts';
import { credentialOfToken, type McpCredential } from '../tokens/authenticate.ts';
import { mustBePerson } from './decide.ts';
import { mustBeIndependent } from './independent-approver.ts';
import { readSettings } from '../mcp-settings.ts';
import { verdictOf } from '../tokens/preset.ts';
import { endImpossible } from './review-approvals.ts';
import { openedInput } from './sealed-input.ts';
import { approverNotIndependent, fourEyesRequired, writeSuperseded } from '../refusals.ts';

type Locked = Awaited<ReturnType<typeof lockApproval>>;

export const approveWrite = operation({
  name: 'approve_write',
  summary: 'Approve a write that an AI app asked for. It runs once, exactly as previewed.',
  guidance: 'Needs your permissions and those of the token. Fails if records changed since. The AI app sees the note.',
  http: 'POST /approvals/{id}/approve',
  effect: 'write',
  permission: 'approvals:decide',
  mcp: 'hidden',
  forPeople: true,
  input: z.strictObject({ id: Id('approval'), note: Text(noteLengthMax).optional() }),
  output: Approval,
  refuses: [
    notFound,
    forbidden,
    stepUpRequired,
    fourEyesRequired,
    approverNotIndependent,
    invalidStateTransition,
    writeSuperseded,
  ],
  // The request itself is emitted when it is made, by the MCP door alone.
  emits: [approvalApproved, approvalSuperseded, approvalRequested],
  prepare: prepareAsked,
  async run(context, { id, note }, prepared: unknown) {
    mustBePerson(context);
    const [approval, { four_eyes: fourEyes }] = await Promise.all([lockApproval(context, id), readSettings(context)]);
    if (fourEyes && approval.member_id === context.actor.memberId) throw fourEyesRequired();
    const { status } = approval;
    if (status !== 'pending') throw invalidStateTransition({ status, allowed: [] });
    await mustBeIndependent(context, approval);
    const credential = await credentialOfToken(context.db, { ...context, id: approval.token_id });
    const asked = actionNamed(approval.action);
    const gone = whyGone(credential, asked);
    if (gone !== undefined || credential === undefined || asked === undefined) {
      throw await superseded(context, id, writeSuperseded({ detail: gone ?? '' }));
    }
    mustBeProven(asked, context.actor, context.now);
    const nestedCall = nestedCallFor(context, { approval, credential, asked, prepared });
    const outcome = await context.carryOut(nestedCall).catch(async (error: unknown) => {
      throw await instead(context, { id, asked, error });
    });
    return settled(context, { id, note, outcome, asked });
  },
});

/** Runs the preparation of the requested action, such as rendering, before its transaction. */
async function prepareAsked(outside: Outside, { id }: { readonly id: string }): Promise<unknown> {
  const { actor, secrets } = outside;
  const organization = actor.organization?.id ?? '';
  const found = await outside.read({ organization }, (db) =>
    db.maybe<{ action: string; sealed_input: Buffer }>(sql`
      select action, sealed_input from approvals where organization_id = ${organization} and id = ${id}`),
  );
  const asked = found === undefined ? undefined : actionNamed(found.action);
  if (found === undefined || asked?.prepare === undefined) return undefined;
  const input = parseInput(asked, openedInput({ organization, secrets }, { id, ...found }));
  return asked.prepare(outside, input);
}

/** Why nobody can do it any more; undefined where somebody can. */
function whyGone(credential: McpCredential | undefined, asked: Operation | undefined): string | undefined {
  if (credential === undefined) return 'The token that asked for it is no longer valid.';
  if (asked === undefined) return 'This action no longer exists.';
  const { preset, allowedActions } = credential.token;
  const narrowed = verdictOf(preset, asked) === 'refused' || allowedActions?.has(asked.name) === false;
  return narrowed ? 'The token that asked for it no longer has the permission.' : undefined;
}

type Ready = {
  readonly approval: Locked;
  readonly credential: McpCredential;
  readonly asked: Operation;
  readonly prepared: unknown;
};

/** As the token that asked, with no right that whoever approves does not have, in the name of both. */
function nestedCallFor(context: Context, { approval, credential, asked, prepared }: Ready): NestedCall {
  const { origin, actor: person } = context;
  const { client, conversation, request_id: requestId, idempotency_key: key } = approval;
  const actor: Actor = {
    ...credential.actor,
    name: `${credential.actor.name}, approved by ${person.name}`,
    permissions: credential.actor.permissions.intersection(person.permissions),
  };
  const { mcpClient: _, ...from } = origin;
  return {
    operation: asked,
    request: {
      actor,
      input: openedInput(context, approval),
      beforeCommit: noted(approval),
      ...(key === null ? {} : { idempotencyKey: key }),
      origin: {
        ...from,
        door: 'mcp',
        requestId,
        ...(client === null ? {} : { mcpClient: client }),
        ...(conversation === null ? {} : { conversation }),
      },
    },
    prepared,
  };
}

/** Held to its preview, and written down as what the token wrote. */
function noted({ plan }: Locked): BeforeCommit {
  const planned = asPlanned(plan);
  return async (context, outcome) => {
    await planned(context, outcome);
    noteWrite(context, outcome);
  };
}

type Failure = { readonly id: string; readonly asked: Operation; readonly error: unknown };

/**
 * Outcome where the action refuses: a missing permission leaves the request to others, load and failures of ours may
 * pass, any other refusal supersedes it.
 */
async function instead(context: Context, { id, asked, error }: Failure): Promise<unknown> {
  if (!(error instanceof BusinessError)) return error;
  const { status, code } = error.kind;
  if (status === 403) return forbidden({ needs: error.details['needs'] ?? asked.permission });
  if (status === 429 || status >= 500 || code === 'request_in_progress') return error;
  return superseded(context, id, error);
}

async function superseded(context: Context, id: string, reason: BusinessError): Promise<Error> {
  const problem = problemFrom(reason);
  const row = await decided(context, { id, state: 'superseded', problem });
  context.emit(approvalSuperseded(approvalFrom(context, row)));
  const record = { id: z.encode(Id('approval'), id) };
  return keeping(writeSuperseded({ ...record, problem }), record);
}

type Carried = {
  readonly id: string;
  readonly note: string | undefined;
  readonly outcome: WriteOutcome;
  readonly asked: Operation;
};

async function settled(context: Context, { id, note, outcome, asked }: Carried): Promise<z.output<typeof Approval>> {
  if (outcome.replayed) {
    throw await superseded(
      context,
      id,
      writeSuperseded({ detail: 'It was already written with the same idempotency key.' }),
    );
  }
  const { secretInput = [] } = asked;
  const output = typeof outcome.output === 'object' && outcome.output !== null ? outcome.output : {};
  const result = Object.fromEntries(Object.entries(output).filter(([key]) => !secretInput.includes(key)));
  const row = await decided(context, { id, state: 'approved', note, line: outcome.line, result });
  const record = approvalFrom(context, row);
  context.emit(approvalApproved(record));
  // Approvals made impossible by this write end now, and do not wait for a person in vain.
  await endImpossible(context, idsIn(record.arguments));
  return record;
}

/** The ids on the wire that a request names. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return typeId.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((inner: unknown) => idsIn(inner))
    : [];
}

const typeId = /^[a-z]{2,10}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

type Decision = {
  readonly id: string;
  readonly state: 'approved' | 'superseded';
  readonly note?: string | undefined;
  /** Of the audit log: what was written. */
  readonly line?: string;
  readonly result?: object;
  readonly problem?: object;
};

function decided(context: Context, { id, state, note, line, result, problem }: Decision): Promise<ApprovalRow> {
  const { db, organization, now, actor } = context;
  return db.one<ApprovalRow>(sql`
    update approvals set state = ${state}, decided_at = ${now}, updated_at = ${now},
      decided_by = ${JSON.stringify(actorStamp(actor))}, note = ${note ?? null}, line_id = ${line ?? null},
      result = ${result === undefined ? null : JSON.stringify(result)},
      problem = ${problem === undefined ? null : JSON.stringify(problem)}
    where organization_id = ${organization} and id = ${id} returning ${approvalColumns(now)}`);
}
