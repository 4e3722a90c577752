import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { BusinessError, notFound } from '../../../operation/errors.ts';
import { noUndoCodes } from '../../../operation/no-undo.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { actionNamed } from '../actions.ts';
import { writesOfConversation } from './conversation.ts';
import { undoableLines } from './mcp-write.ts';
import { UndoneWrite } from './take-back.ts';
import { undoMcpWrite } from './undo-mcp-write.ts';
import { undoUnavailable } from './undo-refusals.ts';

const writesMax = 100;

const Left = z.object({
  id: Id('audit'),
  action: z.string(),
  target_id: z.string().nullable(),
  code: z.string().describe('Why it was not undone, such as undo_unavailable.'),
  detail: z.string(),
});

const Outcome = z.object({
  id: Id('audit'),
  action: z.string(),
  target_id: z.string().nullable(),
  outcome: z.enum(['taken_back', 'archived', 'credited', 'left']),
  code: z.string().nullable().describe('Why it was not undone, such as undo_unavailable.'),
  reason: z.enum(noUndoCodes).nullable().describe('Why no operation reverses such a write.'),
  detail: z.string().nullable().describe('The same in words.'),
});

const Undone = z.object({
  writes: z.array(Outcome).describe('Every write of the conversation, latest first, with its outcome.'),
  undone: z.array(UndoneWrite),
  left: z.array(Left),
  has_more: z.boolean().describe('There are older writes: call again to undo them.'),
});

export const undoMcpConversation = operation({
  name: 'undo_mcp_conversation',
  summary: 'Undo the writes of an AI app in one conversation, latest first, where possible.',
  guidance: 'Takes the id of any write in it. Returns for each whether it was undone, or why not.',
  http: 'POST /mcp/activity/{id}/undo-conversation',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'action',
  undoes: 'conversation',
  noUndo: 'undoing',
  input: z.strictObject({ id: Id('audit').describe('The id of any write in the conversation.') }),
  output: Undone,
  refuses: [notFound],
  async run(context, { id }) {
    const writes = await standingWrites(context, id);
    const undone: z.output<typeof UndoneWrite>[] = [];
    const left: z.output<typeof Left>[] = [];
    const all: z.output<typeof Outcome>[] = [];
    for (const write of writes.slice(0, writesMax)) {
      const outcome = await undoneOne(context, write.id);
      if (outcome instanceof BusinessError) {
        const { message: detail } = outcome;
        const { code } = outcome.kind;
        left.push({ ...write, code, detail });
        const reason = code === undoUnavailable.code ? (actionNamed(write.action)?.noUndo ?? null) : null;
        all.push({ ...write, outcome: 'left', code, reason, detail });
      } else {
        undone.push(outcome);
        all.push({ ...write, outcome: outcome.outcome, code: null, reason: null, detail: null });
      }
    }
    return { writes: all, undone, left, has_more: writes.length > writesMax };
  },
});

type UndoState = { readonly id: string; readonly action: string; readonly target_id: string | null };

/**
 * Writes of the conversation not undone yet, the latest first. Undoing is no part of what can be undone, and
 * steps that were taken together are there one by one.
 */
async function standingWrites(context: Context, id: string): Promise<UndoState[]> {
  const { db, organization } = context;
  const own = sql`select line.id, line.action, line.target_id from audit_log as line
    join mcp_writes as write on write.organization_id = line.organization_id and write.id = line.id`;
  const [known, writes] = await Promise.all([
    db.maybe(sql`${own} where ${undoableLines(context)} and line.id = ${id}`),
    db.many<UndoState>(sql`${own}
      where ${undoableLines(context)} and line.organization_id = ${organization} and write.undone_at is null
        and line.action not in (${undoMcpWrite.name}, 'undo_mcp_conversation', 'run_steps')
        and line.id in ${writesOfConversation(context, id)}
      order by line.id desc limit ${writesMax + 1}`),
  ]);
  if (known === undefined) throw notFound();
  return writes;
}

/** Each by itself: what one refuses leaves the others undone. */
async function undoneOne(context: Context, id: string): Promise<z.output<typeof UndoneWrite> | BusinessError> {
  const { actor, origin } = context;
  const input = { id: z.encode(Id('audit'), id) };
  try {
    const { answer } = await context.carryOut({ operation: undoMcpWrite, request: { actor, origin, input } });
    // The answer of this operation's handler has the type of its output.
    return answer as z.output<typeof UndoneWrite>;
  } catch (error) {
    if (error instanceof BusinessError && error.kind.status < 500 && error.kind.status !== 429) return error;
    throw error;
  }
}
