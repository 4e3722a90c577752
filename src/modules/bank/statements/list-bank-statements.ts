import { type Sql, sql } from '../../../db/sql.ts';
import { anyOf, dayRange, filter } from '../../../operation/filter.ts';
import { dayKey, instantKey, listOf, Page, page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import {
  balanceStates,
  BankStatement,
  statementColumns,
  statementKinds,
  statementRecord,
  type StatementRow,
} from './bank-statement.ts';

const balanceState: Sql = sql`case when difference is null then 'unknown' when difference = 0 then 'balanced'
  else 'broken' end`;

const statements = listOf({
  name: 'bank_statements',
  row: BankStatement,
  id: sql`id`,
  sorts: {
    to_date: dayKey(sql`to_day`),
    created_at: instantKey(sql`created_at`),
  },
  defaultSort: '-to_date',
  filters: {
    bank_account_id: filter(Id('bank_account'), (id) => sql`bank_account_id = ${id}`),
    import_id: filter(Id('bank_import'), (id) => sql`import_id = ${id}`),
    kind: anyOf(statementKinds, (kinds) => sql`kind = any(${kinds}::text[])`),
    balance_state: anyOf(balanceStates, (states) => sql`${balanceState} = any(${states}::text[])`),
    to_date: dayRange(sql`to_day`),
  },
});

export const listBankStatements = operation({
  name: 'list_bank_statements',
  summary: 'List bank statements by account, day or whether their balances agree.',
  http: 'GET /bank-statements',
  effect: 'read',
  permission: 'bank:read',
  mcp: 'action',
  input: statements.input,
  output: Page(BankStatement),
  async run(context, input) {
    const found = await page<StatementRow>(context, statements, input, {
      select: statementColumns,
      from: sql`bank_statements`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => statementRecord(context, row)) };
  },
});
