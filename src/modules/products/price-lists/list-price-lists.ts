import { nameKey } from '../../../core/fold.ts';
import { sql } from '../../../db/sql.ts';
import { activeOrArchived, filter, includeArchived, instantRange } from '../../../operation/filter.ts';
import { containing, instantKey, listOf, Page, page, textKey } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { ExternalId, Id, Text } from '../../../wire/index.ts';
import { PriceList, priceListColumns } from './price-list.ts';

const isArchived = sql`list.archived_at is not null`;

const priceLists = listOf({
  name: 'price_lists',
  row: PriceList,
  id: sql`list.id`,
  sorts: {
    name: textKey(sql`list.name_key`),
    created_at: instantKey(sql`list.created_at`),
    updated_at: instantKey(sql`list.updated_at`),
  },
  defaultSort: 'name',
  filters: {
    q: filter(Text(100), (text) => sql`list.name_key like ${containing(nameKey(text))}`),
    status: activeOrArchived(isArchived),
    include_archived: includeArchived(isArchived),
    variant_id: filter(
      Id('variant'),
      (id) => sql`exists (select from price_list_prices price where price.organization_id = list.organization_id
        and price.variant_id = ${id} and price.price_list_id = list.id)`,
    ),
    external_id: filter(ExternalId, (id) => sql`list.external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`list.tags @> ${[tag]}::text[]`),
    created_at: instantRange(sql`list.created_at`),
    updated_at: instantRange(sql`list.updated_at`),
  },
});

export const listPriceLists = operation({
  name: 'list_price_lists',
  summary: 'List price lists with the number of prices in each.',
  http: 'GET /price-lists',
  effect: 'read',
  permission: 'products:read',
  mcp: 'action',
  input: priceLists.input,
  output: Page(PriceList),
  run: (context, input) =>
    page<PriceList>(context, priceLists, input, {
      select: priceListColumns,
      from: sql`price_lists list`,
      where: sql`list.organization_id = ${context.organization}`,
    }),
});
