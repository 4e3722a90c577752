import { z } from 'zod';
import { nextHour } from '../../../core/instant.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { insufficientScope, forbidden, notFound, validationFailed } from '../../../operation/errors.ts';
import { enqueueOnce } from '../../../operation/jobs.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { practiceRunning } from '../refusals.ts';
import { lockToken, type McpTokenRow, mustManage } from '../tokens/mcp-token.ts';
import { expiryAfter } from './expiry.ts';
import { practiceExpiryJob } from './expire-practices.ts';
import { Practice, practiceColumns, practiceEnded, type PracticeRow, practiceStarted, recordFrom } from './practice.ts';
import { endAs } from './end.ts';

export const startPractice = operation({
  name: 'start_practice',
  summary: 'Start a practice: what the AI app does from now on is tried on the books, not written.',
  guidance:
    'Reads show the real books with what was practised. No number is used, nothing is sent. It takes 20 writes; ' +
    'promote_practice does them for real, end_practice drops them.',
  http: 'POST /mcp/practices',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'action',
  creates: true,
  forPeople: true,
  ofPractice: true,
  noUndo: 'practice',
  input: z.strictObject({
    token_id: Id('mcp_token').optional().describe('Whose writes are only tried. An AI app leaves it out: its own.'),
  }),
  output: Practice,
  refuses: [notFound, forbidden, insufficientScope, validationFailed, practiceRunning],
  emits: [practiceStarted, practiceEnded],
  async run(context, { token_id: asked }) {
    const token = await tokenFor(context, asked);
    await leaveExpired(context, token);
    const { db, organization, now, actor } = context;
    const expires = expiryAfter(now, now);
    const row = await db.one<PracticeRow>(sql`
      with practice as (
        insert into practices (organization_id, id, token_id, member_id, expires_at, created_at, created_by)
        values (${organization}, ${context.newId()}, ${token.id}, ${token.member_id}, ${expires}, ${now},
          ${JSON.stringify(actorStamp(actor))})
        returning *)
      select ${practiceColumns} from practice`);
    enqueueOnce(context, { kind: practiceExpiryJob, payload: {}, runAt: nextHour(expires) });
    context.access.forget(token.id);
    const practice = recordFrom({ ...row, kept: [] });
    context.emit(practiceStarted(practice));
    return practice;
  },
});

/** The token that practises: the one that asks, or one that a person names. */
async function tokenFor(context: Context, asked: string | undefined): Promise<McpTokenRow> {
  const { actor } = context;
  const isToken = actor.kind === 'mcp_token';
  if (isToken && asked !== undefined && asked !== actor.credentialId) throw notFound();
  const id = isToken ? actor.credentialId : asked;
  if (id === undefined) {
    const message = 'Write the id of the token that is to practise; list_mcp_tokens has them.';
    throw validationFailed({ errors: [{ pointer: '/token_id', code: 'required', message }], hint: message });
  }
  const token = await lockToken(context, id);
  if (!isToken) mustManage(context, token);
  if (token.status !== 'active') throw notFound({ detail: 'The token has ended.' });
  return token;
}

/** One that is over holds its token still, until somebody goes on: this does. One that runs is kept. */
async function leaveExpired(context: Context, { id }: McpTokenRow): Promise<void> {
  const { db, organization } = context;
  const held = await db.maybe<PracticeRow>(sql`
    select ${practiceColumns}, practice.writes as kept from practices as practice
    where practice.organization_id = ${organization} and practice.token_id = ${id}
      and practice.state in ('running', 'expired') for update of practice`);
  if (held === undefined) return;
  if (held.status === 'running') throw practiceRunning({ practice_id: z.encode(Id('practice'), held.id) });
  const { actor } = context;
  if (actor.kind === 'mcp_token' && held.created_by.type !== 'mcp_token') {
    throw practiceRunning({ practice_id: z.encode(Id('practice'), held.id), detail: 'A person ends it.' });
  }
  context.before(encoderOf(Practice)(recordFrom(held)));
  context.emit(practiceEnded(await endAs(context, recordFrom(held), 'ended')));
}
