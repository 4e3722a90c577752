import { sql } from '../../db/sql.ts';
import { instantKey, listOf, Page, page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { deviceName } from './device-name.ts';
import { Session, type SessionRow } from './session.ts';

const sessions = listOf({
  name: 'sessions',
  row: Session,
  id: sql`sessions.id`,
  sorts: { created_at: instantKey(sql`sessions.created_at`), last_used_at: instantKey(sql`sessions.last_used_at`) },
  defaultSort: '-last_used_at',
  filters: {},
});

export const listSessions = operation({
  name: 'list_sessions',
  summary: 'List your active sessions: the devices where you are signed in.',
  http: 'GET /auth/sessions',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'hidden',
  input: sessions.input,
  output: Page(Session),
  async run(context, input) {
    const found = await page<Omit<SessionRow, 'device'>>(context, sessions, input, {
      select: sql`id, organization_id, ip, user_agent, created_at, last_used_at, expires_at,
        id::text = ${context.actor.credentialId} as current`,
      from: sql`sessions`,
      where: sql`user_id = ${context.actor.userId} and revoked_at is null and expires_at > ${context.now}
        and (not ${context.actor.confined === true} or confined_to = ${context.organization})`,
    });
    const data = found.data.map((one) => ({ ...one, device: one.user_agent && deviceName(one.user_agent) }));
    return { ...found, data };
  },
});
