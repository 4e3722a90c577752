import { sql } from '../../../db/sql.ts';
import { activeOrArchived, anyOf, filter, includeArchived, unlessAsked } from '../../../operation/filter.ts';
import { containing, instantKey, listOf, Page, page, textKey } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { ExternalId, Id, Text } from '../../../wire/index.ts';
import { Account, AccountCode, accounts } from './account.ts';
import { accountClasses, accountTypes, systemRoles } from './chart.ts';

const isArchived = sql`accounts.archived_at is not null`;

const list = listOf({
  name: 'accounts',
  row: Account,
  id: sql`accounts.id`,
  sorts: {
    code: textKey(sql`accounts.code`),
    name: textKey(sql`accounts.name`),
    created_at: instantKey(sql`accounts.created_at`),
  },
  defaultSort: 'code',
  filters: {
    q: filter(
      Text(100).describe('Words in name or code.'),
      (text) => sql`
      (accounts.name ilike ${containing(text)} or accounts.code like ${containing(text)})`,
    ),
    class: anyOf(accountClasses, (classes) => sql`accounts.class = any(${classes})`),
    type: anyOf(accountTypes, (types) => sql`accounts.type = any(${types})`),
    system_role: anyOf(systemRoles, (roles) => sql`accounts.system_role = any(${roles})`),
    code: filter(AccountCode, (code) => sql`accounts.code = ${code}`),
    parent_id: filter(Id('account'), (id) => sql`accounts.parent_id = ${id}`),
    external_id: filter(ExternalId, (id) => sql`accounts.external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`${tag} = any(accounts.tags)`),
    status: activeOrArchived(isArchived),
    include_archived: includeArchived(isArchived),
  },
});

export const listAccounts = operation({
  name: 'list_accounts',
  summary: 'List the chart of accounts, in order of code.',
  guidance: 'Archived accounts are left out unless `status` or `include_archived` is set.',
  http: 'GET /accounts',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  input: list.input,
  output: Page(Account),
  run: (context, input) =>
    page<Account>(context, list, input, {
      select: accounts.columns,
      from: accounts.table,
      where: sql`accounts.organization_id = ${context.organization} and ${unlessAsked(input, isArchived)}`,
    }),
});
