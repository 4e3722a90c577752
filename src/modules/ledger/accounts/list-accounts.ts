import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { anyOf, filter } from '../../../operation/filter.ts';
import { containing, instantKey, listOf, Page, page, textKey } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { ExternalId, Id, Text } from '../../../wire/index.ts';
import { Account, AccountCode } from './account.ts';
import { accountColumns } from './account-store.ts';
import { accountClasses, accountTypes, systemRoles } from './chart.ts';

const accounts = listOf({
  name: 'accounts',
  row: Account,
  id: sql`a.id`,
  sorts: {
    code: textKey(sql`a.code`),
    name: textKey(sql`a.name`),
    created_at: instantKey(sql`a.created_at`),
  },
  defaultSort: 'code',
  filters: {
    q: filter(
      Text(100).describe('Words in name or code.'),
      (text) => sql`
      (a.name ilike ${containing(text)} or a.code like ${containing(text)})`,
    ),
    class: anyOf(accountClasses, (classes) => sql`a.class = any(${classes})`),
    type: anyOf(accountTypes, (types) => sql`a.type = any(${types})`),
    system_role: anyOf(systemRoles, (roles) => sql`a.system_role = any(${roles})`),
    code: filter(AccountCode, (code) => sql`a.code = ${code}`),
    parent_id: filter(Id('account'), (id) => sql`a.parent_id = ${id}`),
    external_id: filter(ExternalId, (id) => sql`a.external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`${tag} = any(a.tags)`),
    include_archived: filter(z.boolean(), (include) => (include ? sql`true` : sql`a.archived_at is null`)),
  },
});

export const listAccounts = operation({
  name: 'list_accounts',
  summary: 'List the chart of accounts, in order of code.',
  guidance: 'Archived accounts are left out unless `include_archived` is set.',
  http: 'GET /accounts',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  input: accounts.input,
  output: Page(Account),
  run: (context, input) =>
    page<Account>(context, accounts, input, {
      select: accountColumns,
      from: sql`accounts as a`,
      where:
        input['include_archived'] === undefined
          ? sql`a.organization_id = ${context.organization} and a.archived_at is null`
          : sql`a.organization_id = ${context.organization}`,
    }),
});
