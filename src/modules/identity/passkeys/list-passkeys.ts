import { sql } from '../../../db/sql.ts';
import { instantKey, listOf, Page, page, textKey } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Passkey, passkeyColumns, type PasskeyRow } from './passkey.ts';

const passkeys = listOf({
  name: 'passkeys',
  row: Passkey,
  id: sql`id`,
  sorts: { created_at: instantKey(sql`created_at`), name: textKey(sql`name`) },
  defaultSort: 'created_at',
  filters: {},
});

export const listPasskeys = operation({
  name: 'list_passkeys',
  summary: 'List your passkeys, and when each was last used.',
  http: 'GET /auth/passkeys',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'hidden',
  beyondOrganization: true,
  input: passkeys.input,
  output: Page(Passkey),
  run: (context, input) =>
    page<PasskeyRow>(context, passkeys, input, {
      select: passkeyColumns,
      from: sql`passkeys`,
      where: sql`user_id = ${context.actor.userId}`,
    }),
});
