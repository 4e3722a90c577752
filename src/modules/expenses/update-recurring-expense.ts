import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id, Name, recordPatch } from '../../wire/index.ts';
import { sent } from '../../wire/patch.ts';
import { needToPost } from './create-expense.ts';
import { checkEnd, nextDateOf, templateRefusals } from './create-recurring-expense.ts';
import {
  keepRecurringBefore,
  lockRecurring,
  recurringColumns,
  RecurringExpense,
  recurringExternalIdTaken,
  recurringRecord,
  type RecurringRow,
  recurringUpdated,
} from './recurring-expense.ts';
import { courseInput, TemplateInput, templateOf } from './recurring-input.ts';

export const updateRecurringExpense = operation({
  name: 'update_recurring_expense',
  summary: 'Changes what a recurring expense makes from now on, and when it ends.',
  guidance: 'It then acts with the rights of whoever changed it. For another rhythm, cancel it and create another.',
  http: 'PATCH /recurring-expenses/{id}',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  input: z.strictObject({
    id: Id('recurring_expense'),
    name: Name.optional(),
    template: TemplateInput.optional(),
    ...courseInput,
    ...recordPatch,
  }),
  output: RecurringExpense,
  refuses: [...templateRefusals, versionConflict, invalidStateTransition, recurringExternalIdTaken],
  emits: [recurringUpdated],
  async run(context, { id, version, template: given, ...patch }) {
    const before = await lockRecurring(context, id, version);
    if (before.next_date === null) throw invalidStateTransition({ status: before.status, allowed: [] });
    const template = given === undefined ? before.template : await templateOf(context, given);
    const next: RecurringRow = { ...before, ...sent(patch), template };
    if (next.mode === 'post') needToPost(context);
    checkEnd(next);
    keepRecurringBefore(context, before);
    const row = await write(context, next);
    context.emit(recurringUpdated(row));
    return recurringRecord(context, row);
  },
});

/** An end that is past completes it. Whose rights it has is who changed it last: they answer for what it makes. */
function write(context: Context, next: RecurringRow): Promise<RecurringRow> {
  const { db, organization, actor, now } = context;
  const nextDate = nextDateOf(next);
  return db.one<RecurringRow>(sql`
    update recurring_expenses set name = ${next.name}, template = ${JSON.stringify(next.template)},
      mode = ${next.mode}, end_date = ${next.end_date}, occurrences_max = ${next.occurrences_max},
      due_in_days = ${next.due_in_days}, catch_up = ${next.catch_up}, external_id = ${next.external_id},
      metadata = ${JSON.stringify(next.metadata)}, custom_fields = ${JSON.stringify(next.custom_fields)},
      tags = ${next.tags}, next_date = ${nextDate}, status = ${nextDate === null ? 'completed' : next.status},
      member_id = ${actor.memberId}, user_id = ${actor.userId}, permissions = ${[...actor.permissions]},
      version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${next.id} returning ${recurringColumns}`);
}
