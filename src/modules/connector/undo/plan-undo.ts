import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id, prefixes } from '../../../wire/index.ts';
import { uuidFrom } from '../../../wire/type-id.ts';
import { writesOfConversation } from './conversation.ts';
import { stepsOf, undoableLines, writeColumns, type WriteRow } from './mcp-write.ts';
import { actionNamed } from '../actions.ts';
import { letsGo } from '../tokens/preset.ts';

const writesMax = 101;

const freshMinutes = 60;

/**
 * True where a token may take this back without a person: it wrote it itself within the hour, and neither money nor
 * rights left by it. Whether anybody else has touched the record is checked when it is done.
 */
function isFreshOwn({ actor, now }: Context, { action, input, at }: WriteRow): boolean {
  const written = actionNamed(action);
  if (actor.kind !== 'mcp_token' || written === undefined) return false;
  const isFresh = Date.parse(now) - Date.parse(at) <= freshMinutes * 60_000;
  return isFresh && !letsGo(written, input);
}

/**
 * Lists the calls that undoing a write makes, since those decide whether a person has to approve. It is in no
 * catalogue, as nobody but the door has the question.
 */
export const planUndo = operation({
  name: 'plan_undo',
  summary: 'Plan the calls that an undo would make.',
  http: 'GET /mcp/activity/{id}/undo',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('audit'), whole: z.boolean() }),
  output: z.object({
    calls: z.array(
      z.object({ action: z.string(), input: z.record(z.string(), z.unknown()), takes_back_own: z.boolean() }),
    ),
  }),
  async run(context, { id, whole }) {
    const which = whole ? sql`line.id in ${writesOfConversation(context, id)}` : sql`line.id = ${id}`;
    const found = await standing(context, which);
    const rows = whole ? found.filter((row) => !tookSteps(row)) : await ofSteps(context, found);
    const calls = rows.flatMap((row) =>
      stepsOf(row).map((step) => ({
        action: step.operation.name,
        input: { ...step.input },
        takes_back_own: isFreshOwn(context, row),
      })),
    );
    return { calls };
  },
});

function standing(context: Context, which: Sql): Promise<WriteRow[]> {
  return context.db.many<WriteRow>(sql`
    select ${writeColumns} from audit_log as line
      join mcp_writes as write on write.organization_id = line.organization_id and write.id = line.id
    where ${undoableLines(context)} and write.undone_at is null and ${which}
    order by line.id desc limit ${writesMax}`);
}

function tookSteps({ action }: WriteRow): boolean {
  return actionNamed(action)?.steps === true;
}

/** Steps that were taken together are undone one by one, each by its own calls. */
async function ofSteps(context: Context, rows: WriteRow[]): Promise<WriteRow[]> {
  const [only] = rows;
  if (only === undefined || !tookSteps(only)) return rows;
  const ids = stepsOf(only).flatMap(({ input: { id } }) => uuidFrom(prefixes.audit, String(id)) ?? []);
  return standing(context, sql`line.id = any(${ids}::uuid[])`);
}
