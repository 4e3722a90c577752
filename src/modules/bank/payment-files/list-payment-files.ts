import { sql } from '../../../db/sql.ts';
import { anyOf, dayRange, filter, instantRange } from '../../../operation/filter.ts';
import { dayKey, instantKey, listOf, Page, page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text } from '../../../wire/index.ts';
import { fileColumns, fileRecord, fileStatuses, fileTables, PaymentFile } from './payment-file.ts';

const list = listOf({
  name: 'payment_files',
  row: PaymentFile,
  id: sql`file.id`,
  sorts: { created_at: instantKey(sql`file.created_at`), first_day: dayKey(sql`file.first_day`) },
  defaultSort: '-created_at',
  filters: {
    status: anyOf(fileStatuses, (wanted) => sql`file.status = any(${wanted}::text[])`),
    bank_account_id: filter(Id('bank_account'), (id) => sql`file.bank_account_id = ${id}`),
    number: filter(Text(35), (number) => sql`file.number = ${number}`),
    first_day: dayRange(sql`file.first_day`),
    created_at: instantRange(sql`file.created_at`),
  },
});

export const listPaymentFiles = operation({
  name: 'list_payment_files',
  summary: 'List payment files made for the bank, the latest first.',
  http: 'GET /payment-files',
  effect: 'read',
  permission: 'bank:read',
  mcp: 'action',
  input: list.input,
  output: Page(PaymentFile),
  async run(context, input) {
    const found = await page<object>(context, list, input, {
      select: fileColumns,
      from: fileTables,
      where: sql`file.organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => fileRecord(context, row)) };
  },
});
