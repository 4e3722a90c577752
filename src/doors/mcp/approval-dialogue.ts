import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { firstSentences } from '../../modules/connector/index.ts';
import { subkey } from '../../operation/seal.ts';
import { became } from './held.ts';
import type { Caller, McpContext } from './mcp-context.ts';
import type { Arguments } from './arguments.ts';
import { refused } from './refused.ts';

type Asking = {
  readonly mcpContext: McpContext;
  readonly caller: Caller;
  readonly context: ServerContext;
  readonly name: string;
  readonly given: Arguments;
};

/** A write that waits, as its refusal tells it. */
const Waiting = z.object({
  code: z.literal('approval_required'),
  approval_status: z.literal('pending'),
  approval_id: z.string(),
  approval_url: z.string(),
  preview: z.array(z.string()),
});

/**
 * Asks a client that can open a page for its user to do so when a write needs approval, and then to call again (URL
 * mode of elicitation, within the round trips of revision 2026-07-28). The person decides on our page. What the client
 * answers says nothing of that, and nothing is done because of it: the approval itself is looked at.
 */
export async function withDialogue(
  asking: Asking,
  call: () => Promise<CallToolResult>,
): Promise<CallToolResult | InputRequiredResult> {
  const state: unknown = asking.context.mcpReq.requestState();
  if (state !== undefined) return outcomeOf(asking, state);
  const result = await call();
  if (!opensPages(asking.context)) return result;
  const waiting = waitingIn(result);
  if (waiting === undefined) return result;
  const { approval_id: id, approval_url: url, preview } = waiting;
  return inputRequired({
    inputRequests: { approval: inputRequired.elicitUrl({ message: messageOf(preview), url }) },
    requestState: `${id}.${macOf(asking, id)}`,
  });
}

/** The approval that a result says is waited for, if it does. */
export function waitingIn({ structuredContent }: CallToolResult): z.output<typeof Waiting> | undefined {
  return Waiting.safeParse(structuredContent).data;
}

const OpensPages = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: z.object({ url: z.object({}) }) }),
});

/** True where the client declares that it can open an address for its user and wait. */
export function opensPages({ mcpReq }: Pick<ServerContext, 'mcpReq'>): boolean {
  return OpensPages.safeParse(mcpReq.envelope).success;
}

const sentencesMax = 5;

export function messageOf(preview: readonly string[]): string {
  return ['This needs your approval in Daybook.', ...firstSentences(preview, sentencesMax)].join('\n');
}

/** Ties a state to one call of one token: it leads nobody to the approval of another. */
function macOf({ mcpContext, caller, name, given }: Asking, id: string): string {
  const key = subkey(mcpContext.runtime.secrets.sealing, 'approval dialogues');
  const about = JSON.stringify([id, caller.view.credential.token.id, name, given]);
  return createHmac('sha256', key).update(about).digest('base64url');
}

/** The outcome of an approval: the answer of the write, or its state. It is not asked for again. */
async function outcomeOf(asking: Asking, state: unknown): Promise<CallToolResult> {
  const [id = '', mac = ''] = typeof state === 'string' ? state.split('.', 2) : [];
  const [expected, presented] = [Buffer.from(macOf(asking, id)), Buffer.from(mac)];
  if (expected.length !== presented.length || !timingSafeEqual(expected, presented)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState');
  }
  const { mcpContext, caller } = asking;
  return became(mcpContext, caller, id).catch((error: unknown) => refused(error, caller.origin.requestId));
}
