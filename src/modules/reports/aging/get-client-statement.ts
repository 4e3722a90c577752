import { z } from 'zod';
import { limitExceeded, notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { Currency, Id, OrFile } from '../../../wire/index.ts';
import { ages, clientStatement, Statement, statementTypes } from './client-statement.ts';
import { rangeInput } from '../period-input.ts';
import { inFormat } from '../printing/report-file.ts';
import { recordTable, type Table } from '../printing/report-table.ts';
import { fileInput } from '../report.ts';

export const getClientStatement = operation({
  name: 'get_client_statement',
  summary: 'Get a client’s statement of account: opening balance, sales, payments, refunds, balance and ageing.',
  guidance:
    '`activity` lists all entries, `outstanding_only` open items, `balance_forward` totals by kind. ' +
    'Each currency has its own statement.',
  http: 'GET /reports/client-statement',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 2,
  input: z.strictObject({
    client_id: Id('client'),
    ...rangeInput,
    currency: Currency.optional().describe('Default: the client’s currency, else the base currency.'),
    type: z.enum(statementTypes).default('activity'),
    ...fileInput,
  }),
  output: OrFile(Statement),
  refuses: [validationFailed, notFound, limitExceeded, pagesRefused],
  async run(context, input) {
    return inFormat(context, input, await clientStatement(context, input), asTable);
  },
});

function asTable({ period, opening, rows, closing, ageing }: Statement): Table {
  const fields = Statement.shape.rows.element.omit({ source: true, entry_id: true }).shape;
  return recordTable(`statement-${period.from}-${period.to}`, { fields }, [
    { date: period.from, kind: 'opening', balance: opening },
    ...rows,
    { date: period.to, kind: 'closing', balance: closing },
    ...[...ages, 'credit' as const].map((kind) => ({ date: period.to, kind, amount: ageing[kind] })),
  ]);
}
