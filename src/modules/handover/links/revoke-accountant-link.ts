import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { AccountantLink, accountantLinkRevoked, type AccountantLinkRow, linkColumns } from './accountant-link.ts';

export const revokeAccountantLink = operation({
  name: 'revoke_accountant_link',
  summary: 'Revoke the link of an accountant. It stops working at once.',
  http: 'POST /accountant-links/{id}/revoke',
  effect: 'write',
  permission: 'data:export',
  mcp: 'action',
  noUndo: 'ended',
  input: z.strictObject({ id: Id('accountant_link') }),
  output: AccountantLink,
  refuses: [notFound],
  emits: [accountantLinkRevoked],
  async run(context, { id }) {
    const { db, organization, now } = context;
    const before = await db.maybe<AccountantLinkRow>(sql`
      select ${linkColumns(now)} from accountant_links
      where organization_id = ${organization} and id = ${id} for update`);
    if (before === undefined) throw notFound();
    if (before.revoked_at !== null) return before;
    context.before(encoderOf(AccountantLink)(before));
    const row = await db.one<AccountantLinkRow>(sql`
      update accountant_links set revoked_at = ${now}
      where organization_id = ${organization} and id = ${id} returning ${linkColumns(now)}`);
    context.emit(accountantLinkRevoked(row));
    return row;
  },
});
