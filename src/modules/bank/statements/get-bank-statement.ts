import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { fieldsInput } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { BankStatement, statementColumns, statementRecord, type StatementRow } from './bank-statement.ts';

export const getBankStatement = operation({
  name: 'get_bank_statement',
  summary: 'Get one bank statement with its balances.',
  guidance: 'List its lines with list_bank_lines and `statement_id`.',
  http: 'GET /bank-statements/{id}',
  effect: 'read',
  permission: 'bank:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('bank_statement'), fields: fieldsInput(BankStatement).optional() }),
  output: BankStatement,
  refuses: [notFound],
  async run(context, { id }) {
    const row = await context.db.maybe<StatementRow>(sql`
      select ${statementColumns} from bank_statements
      where organization_id = ${context.organization} and id = ${id}`);
    if (row === undefined) throw notFound();
    return statementRecord(context, row);
  },
});
