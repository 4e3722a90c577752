import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import { operation } from '../../../operation/operation.ts';
import { AccountantLink, type AccountantLinkRow, linkColumns, LinkToken, openLink } from './accountant-link.ts';

const accountantLinkOpened = event(
  'accountant_link.opened',
  AccountantLink.pick({ id: true, recipient: true, times_opened: true, last_opened_at: true }),
);

export const openAccountantBooks = operation({
  name: 'open_accountant_books',
  summary: 'Open the page of an accountant’s link: records when, and how many times.',
  http: 'POST /accountant-books/{token}/open',
  effect: 'write',
  permission: 'public',
  mcp: 'hidden',
  secretInput: ['token'],
  input: z.strictObject({ token: LinkToken }),
  output: z.object({ opened: z.literal(true) }),
  refuses: [notFound],
  emits: [accountantLinkOpened],
  async run(context, { token }) {
    const { id } = await openLink(context, token);
    const { db, organization, now } = context;
    const row = await db.one<AccountantLinkRow>(sql`
      update accountant_links set last_opened_at = ${now}, times_opened = times_opened + 1
      where organization_id = ${organization} and id = ${id} returning ${linkColumns(now)}`);
    context.emit(accountantLinkOpened(row));
    return { opened: true as const };
  },
});
