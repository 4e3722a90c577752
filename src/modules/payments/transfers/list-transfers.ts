import { sql } from '../../../db/sql.ts';
import { anyOf, dayRange, filter, instantRange } from '../../../operation/filter.ts';
import { dayKey, instantKey, listOf, Page, page, textKey } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Currency, ExternalId, Id, Text } from '../../../wire/index.ts';
import { wordsIn } from '../../../operation/has-words.ts';
import { Transfer, transferRecord, type TransferRow, transferStates } from './transfer.ts';
import { transferColumns } from './transfer-store.ts';

const transfers = listOf({
  name: 'transfers',
  row: Transfer,
  id: sql`id`,
  sorts: {
    transfer_date: dayKey(sql`transfer_date`),
    number: textKey(sql`number`),
    created_at: instantKey(sql`created_at`),
    updated_at: instantKey(sql`updated_at`),
  },
  defaultSort: '-transfer_date',
  filters: {
    q: wordsIn(sql`words`, 'Beginnings of words in number, reference or notes.'),
    status: anyOf(transferStates, (states) => sql`status = any(${states}::text[])`),
    from_account_id: filter(Id('account'), (id) => sql`from_account_id = ${id}`),
    to_account_id: filter(Id('account'), (id) => sql`to_account_id = ${id}`),
    currency: filter(Currency, (currency) => sql`currency = ${currency}`),
    number: filter(Text(60), (number) => sql`number = ${number}`),
    reference: filter(Text(255), (reference) => sql`reference = ${reference}`),
    external_id: filter(ExternalId, (id) => sql`external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`tags <> '{}' and tags @> ${[tag]}::text[]`),
    transfer_date: dayRange(sql`transfer_date`),
    created_at: instantRange(sql`created_at`),
    updated_at: instantRange(sql`updated_at`),
  },
});

export const listTransfers = operation({
  name: 'list_transfers',
  summary: 'List transfers between your money accounts by account, date, currency or reference.',
  http: 'GET /transfers',
  effect: 'read',
  permission: 'payments:read',
  mcp: 'action',
  input: transfers.input,
  output: Page(Transfer),
  async run(context, input) {
    const found = await page<TransferRow>(context, transfers, input, {
      select: transferColumns,
      from: sql`money_transfers`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => transferRecord(context, row)) };
  },
});
