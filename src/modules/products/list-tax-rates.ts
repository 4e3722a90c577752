import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { anyOf, filter, instantRange, range } from '../../operation/filter.ts';
import { instantKey, listOf, numberKey, Page, page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { CountryCode, ExternalId, Percent, Text } from '../../wire/index.ts';
import { taxKinds, TaxRate, taxRateColumns, taxRateRecord, type TaxRateRow } from './tax-rate.ts';

const list = listOf({
  name: 'tax_rates',
  row: TaxRate,
  id: sql`tax_rates.id`,
  sorts: {
    created_at: instantKey(sql`tax_rates.created_at`),
    updated_at: instantKey(sql`tax_rates.updated_at`),
    percentage: numberKey(sql`tax_rates.percentage`),
  },
  defaultSort: '-percentage',
  filters: {
    status: anyOf(['active', 'archived'], (wanted) =>
      wanted.length === 2 ? sql`true` : sql`(archived_at is null) = ${wanted.includes('active')}`,
    ),
    kind: anyOf(taxKinds, (wanted) => sql`kind = any(${wanted})`),
    applies_to: filter(z.enum(['sales', 'purchases']), (side) => sql`applies_to in (${side}, 'both')`),
    is_default: filter(z.boolean(), (wanted) => sql`is_default = ${wanted}`),
    category: filter(Text(2), (category) => sql`category = ${category}`),
    country: filter(CountryCode, (country) => sql`country = ${country}`),
    code: filter(Text(40), (code) => sql`code = ${code}`),
    percentage: range(Percent, sql`percentage`, (value) => sql`${value}`),
    external_id: filter(ExternalId, (id) => sql`external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`tags @> ${[tag]}`),
    updated_at: instantRange(sql`updated_at`),
  },
});

export const listTaxRates = operation({
  name: 'list_tax_rates',
  summary: 'List tax rates, highest first.',
  http: 'GET /tax-rates',
  effect: 'read',
  permission: 'taxes:read',
  mcp: 'action',
  input: list.input,
  output: Page(TaxRate),
  async run(context, input) {
    const found = await page<TaxRateRow>(context, list, input, {
      select: taxRateColumns,
      from: sql`tax_rates`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => taxRateRecord(context, row)) };
  },
});
