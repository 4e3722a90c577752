import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { Page } from '../../../operation/list.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { FileRecord, pageOfReceipts, receiptsInput } from '../../files/index.ts';

export const listExpenseReceipts = operation({
  name: 'list_expense_receipts',
  summary: 'List the receipts of an expense.',
  http: 'GET /expenses/{id}/receipts',
  effect: 'read',
  permission: 'expenses:read',
  mcp: 'action',
  input: receiptsInput,
  output: Page(FileRecord),
  refuses: [notFound],
  async run(context, input) {
    const [page] = await Promise.all([pageOfReceipts(context, input), checkExpense(context, input['id'])]);
    return page;
  },
});

async function checkExpense({ db, organization }: Context, id: unknown): Promise<void> {
  const expense = await db.maybe<object>(
    sql`select from expenses where organization_id = ${organization} and id = ${id}`,
  );
  if (expense === undefined) throw notFound();
}
