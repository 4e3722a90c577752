import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { approvalRequired, requestApproval } from '../../modules/connector/index.ts';
import type { RefusalDetails } from '../../operation/errors.ts';
import { run } from '../../operation/run.ts';
import type { Caller, McpContext, OperationCall } from './mcp-context.ts';
import { plainText } from './plain-text.ts';
import { written } from './result.ts';
import { tellBegun } from './tasks/begun-work.ts';
import { mainOf } from './writing/main-of.ts';

/** The preset of the token does not cover it, it exceeds a limit, or its conversation has read foreign text. */
export type HoldReason = 'preset' | 'limit' | 'untrusted_text';

/** A write that this caller may prepare and a person has to do. */
type Held = OperationCall & {
  readonly idempotencyKey: string | undefined;
  readonly reason: HoldReason;
  /** Answers with the whole record, once it is written. */
  readonly full: boolean;
  /** The limit that the write exceeds, with the amounts. */
  readonly limit?: RefusalDetails;
};

const Asked = z.object({
  id: z.string(),
  action: z.string(),
  reason: z.string(),
  status: z.string(),
  url: z.string(),
  expires_at: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  decided_by: z.object({ type: z.string() }).nullable(),
  note: z.string().nullable(),
  problem: z.unknown(),
  preview: z.object({ sentences: z.array(z.string()) }),
  result: z.record(z.string(), z.unknown()).nullable(),
});

export type Approval = z.output<typeof Asked>;

const outcomes: Readonly<Record<string, string>> = {
  rejected: 'A person rejected this. Nothing was written.',
  withdrawn: 'The request was withdrawn. Nothing was written.',
  expired: 'The approval request expired. Nothing was written.',
  superseded: 'This could not be carried out as previewed. Nothing was written.',
};

/** Asks a person, or tells what became of the same request that was asked for before. */
export async function held(mcpContext: McpContext, caller: Caller, request: Held): Promise<CallToolResult> {
  const { operation, input, idempotencyKey, reason, full, limit = {} } = request;
  const { actor, token } = caller.view.credential;
  if (operation.previewable === false) throw approvalRequired({ action: operation.name, preset: token.preset });
  const asked = {
    action: operation.name,
    arguments: input,
    reason,
    ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
  };
  const { output } = await run(mcpContext.runtime, requestApproval, { actor, input: asked, origin: caller.origin });
  return told(mcpContext, caller, { approval: Asked.parse(output), full, limit });
}

/** The outcome of a write that this caller requested before. */
export async function became(mcpContext: McpContext, caller: Caller, id: string): Promise<CallToolResult> {
  return told(mcpContext, caller, { approval: await readApproval(mcpContext, caller, id), full: false });
}

/** An approval that this caller asked for. */
export async function readApproval(mcpContext: McpContext, caller: Caller, id: string): Promise<Approval> {
  const read = mcpContext.toolbox.actions.get('get_approval');
  if (read === undefined) throw new RangeError('nothing tells what became of a write');
  const { actor } = caller.view.credential;
  const { output } = await run(mcpContext.runtime, read.operation, { actor, input: { id }, origin: caller.origin });
  return Asked.parse(output);
}

type Told = { readonly approval: Approval; readonly full: boolean; readonly limit?: RefusalDetails };

/** The answer of a write that a person approved; a refusal of any other, which says how it stands. */
export function told(mcpContext: McpContext, caller: Caller, { approval, full, limit = {} }: Told): CallToolResult {
  const { id, action, reason, status, url, expires_at: expiresAt, note, problem, preview, result } = approval;
  if (status === 'approved') {
    const operation = mcpContext.toolbox.actions.get(action)?.operation;
    if (operation !== undefined) tellBegun(caller, { operation, output: result, full });
    const done = written(full ? result : undefined, {
      main: mainOf(mcpContext, caller.view, { name: action, output: result }),
      replayed: true,
      dryRun: false,
      permissions: caller.view.credential.actor.permissions,
    });
    return withNote(done, { id, note });
  }
  const detail = outcomes[isWithdrawn(approval) ? 'withdrawn' : status];
  throw approvalRequired({
    ...limit,
    ...(detail === undefined
      ? {}
      : { detail, hint: 'If it is still wanted, request it again with a new idempotency_key.' }),
    action,
    reason,
    preset: caller.view.credential.token.preset,
    approval_status: status,
    approval_id: id,
    approval_url: url,
    expires_at: expiresAt,
    preview: preview.sentences,
    ...(note === null ? {} : { note }),
    ...(problem === null ? {} : { problem }),
  });
}

/** A token rejects nothing but what it asked for itself. */
export function isWithdrawn({ status, decided_by: by }: Approval): boolean {
  return status === 'rejected' && by?.type === 'mcp_token';
}

/** With the note of the approver. */
export function withNote(
  done: CallToolResult,
  approval: { readonly id: string; readonly note: string | null },
): CallToolResult {
  if (approval.note === null) return done;
  return {
    ...done,
    content: [...done.content, { type: 'text', text: plainText({ approval }) }],
    structuredContent: { ...Object(done.structuredContent), approval },
  };
}
