import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Version } from '../../wire/index.ts';
import { unlinkFiles } from '../files/index.ts';
import { expenseDeleted } from './expense.ts';
import { checkState, factsOf, keepBefore } from './expense-record.ts';
import { lockExpense, removeLines } from './store.ts';

export const deleteExpense = operation({
  name: 'delete_expense',
  summary: 'Delete a draft or rejected expense.',
  guidance: 'A posted expense cannot be deleted: void it instead.',
  http: 'DELETE /expenses/{id}',
  effect: 'destructive',
  permission: 'expenses:write',
  mcp: 'action',
  noUndo: 'deleted',
  input: z.strictObject({ id: Id('expense'), version: Version.optional() }),
  output: z.object({ id: Id('expense'), deleted: z.literal(true) }),
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [expenseDeleted],
  async run(context, { id, version }) {
    const { db, organization } = context;
    const before = await lockExpense(context, id, version);
    checkState(before.row, 'delete_expense');
    keepBefore(context, before);
    removeLines(context, id);
    unlinkFiles(context, id);
    db.later(sql`delete from expenses where organization_id = ${organization} and id = ${id}`);
    context.emit(expenseDeleted(factsOf(context, before.row)));
    return { id, deleted: true as const };
  },
});
