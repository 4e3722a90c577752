import { sql } from '../../../db/sql.ts';
import { instantKey, listOf, page, Page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { AccountantLink, type AccountantLinkRow, linkColumns } from './accountant-link.ts';

const list = listOf({
  name: 'accountant_links',
  row: AccountantLink,
  id: sql`id`,
  sorts: { created_at: instantKey(sql`created_at`) },
  defaultSort: '-created_at',
  filters: {},
});

export const listAccountantLinks = operation({
  name: 'list_accountant_links',
  summary: 'List the links by which accountants read the books, with expiry and last use.',
  http: 'GET /accountant-links',
  effect: 'read',
  permission: 'data:export',
  mcp: 'action',
  input: list.input,
  output: Page(AccountantLink),
  run: (context, input) =>
    page<AccountantLinkRow>(context, list, input, {
      select: linkColumns(context.now),
      from: sql`accountant_links`,
      where: sql`organization_id = ${context.organization}`,
    }),
});
