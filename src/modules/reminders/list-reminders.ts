import { sql } from '../../db/sql.ts';
import { clientIs, filter, instantRange } from '../../operation/filter.ts';
import { instantKey, listOf, page, Page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Reminder, reminderColumns, reminderRecord, type ReminderRow } from './reminder.ts';

const list = listOf({
  name: 'reminders',
  row: Reminder,
  id: sql`id`,
  sorts: { sent_at: instantKey(sql`sent_at`) },
  defaultSort: '-sent_at',
  filters: {
    document_id: filter(Id('document'), (id) => sql`document_id = ${id}`),
    client_id: clientIs(sql`client_id`),
    sent_at: instantRange(sql`sent_at`),
  },
});

export const listReminders = operation({
  name: 'list_reminders',
  summary: 'List payment reminders sent, with document, recipients and delivery status.',
  http: 'GET /reminders',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: list.input,
  output: Page(Reminder),
  async run(context, input) {
    const found = await page<ReminderRow>(context, list, input, {
      select: reminderColumns,
      from: sql`reminders`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map(reminderRecord) };
  },
});
