import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { fieldsInput } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { adjustmentsOf } from '../matching/adjustments.ts';
import { matchedFields, matchesOf } from '../matching/match.ts';
import { type BankLineRow, BankLineWithDetails, lineRecord, wholeColumns } from './bank-line.ts';

const BankLineWithMatches = BankLineWithDetails.extend(matchedFields);

export const getBankLine = operation({
  name: 'get_bank_line',
  summary: 'Get one line of a bank statement.',
  http: 'GET /bank-lines/{id}',
  effect: 'read',
  permission: 'bank:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('bank_line'), fields: fieldsInput(BankLineWithMatches).optional() }),
  output: BankLineWithMatches,
  refuses: [notFound],
  async run(context, { id }) {
    const [row, matches, adjustments] = await Promise.all([
      context.db.maybe<BankLineRow>(sql`
        select ${wholeColumns} from bank_lines where organization_id = ${context.organization} and id = ${id}`),
      matchesOf(context, id),
      adjustmentsOf(context, id),
    ]);
    if (row === undefined) throw notFound();
    return { details: [], ...lineRecord(context, row), matches, adjustments };
  },
});
