import { sql } from '../../db/sql.ts';
import { anyOf, clientMeant, dayRange, filter, instantRange } from '../../operation/filter.ts';
import { containing, dayKey, instantKey, listOf, numberKey, Page, page, textKey } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Text } from '../../wire/index.ts';
import { Asset, assetClasses, type AssetFound, assetRecord, assetStates, depreciationMethods } from './asset.ts';
import { assetColumns } from './asset-store.ts';

const assets = listOf({
  name: 'assets',
  row: Asset,
  id: sql`id`,
  sorts: {
    acquired_on: dayKey(sql`acquired_on`),
    created_at: instantKey(sql`created_at`),
    name: textKey(sql`name`),
    cost: numberKey(sql`cost`),
  },
  defaultSort: '-acquired_on',
  filters: {
    q: filter(
      Text(100).describe('Words in the name or the serial number.'),
      (text) => sql`(name ilike ${containing(text)} or serial_number ilike ${containing(text)})`,
    ),
    class: anyOf(assetClasses, (classes) => sql`class = any(${classes}::text[])`),
    method: anyOf(depreciationMethods, (methods) => sql`method = any(${methods}::text[])`),
    status: anyOf(
      assetStates,
      (states) => sql`(case when voided_at is not null then 'voided' when disposed_on is null then 'in_use'
        else 'disposed' end) = any(${states}::text[])`,
    ),
    account_id: filter(Id('account'), (id) => sql`account_id = ${id}`),
    supplier_id: filter(Id('client'), (id) => sql`supplier_id = ${clientMeant(id)}`),
    expense_id: filter(Id('expense'), (id) => sql`expense_id = ${id}`),
    acquired_on: dayRange(sql`acquired_on`),
    created_at: instantRange(sql`created_at`),
  },
});

export const listAssets = operation({
  name: 'list_assets',
  summary: 'List fixed assets by class, status, account or supplier.',
  http: 'GET /assets',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  input: assets.input,
  output: Page(Asset),
  async run(context, input) {
    const found = await page<AssetFound>(context, assets, input, {
      select: assetColumns,
      from: sql`assets`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => assetRecord(context, row)) };
  },
});
