import type { ChartOfAccounts } from '../../../core/charts-of-accounts.ts';
import { nameKey } from '../../../core/fold.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import { accountsByCode, codeIn } from '../../ledger/index.ts';

/** The categories that an organisation is founded with, by the code of their account in the generic chart. */
const seeded = [
  { name: 'Advertising', kind: 'operating', code: '6000' },
  { name: 'Rent and utilities', kind: 'operating', code: '6100' },
  { name: 'Office and software', kind: 'operating', code: '6200' },
  { name: 'Travel', kind: 'operating', code: '6300' },
  { name: 'Insurance', kind: 'operating', code: '6400' },
  { name: 'Professional fees', kind: 'operating', code: '6500' },
  { name: 'Wages', kind: 'operating', code: '6600' },
  { name: 'Other expenses', kind: 'operating', code: '6700' },
  { name: 'Bank and payment fees', kind: 'operating', code: '6810' },
  { name: 'Goods and materials', kind: 'cogs', code: '5000' },
  { name: 'Equipment', kind: 'asset', code: '1500' },
  { name: 'Goods for stock', kind: 'asset', code: '2060' },
] as const;

/** Gives a new organisation the usual expense categories. */
export async function seedCategories(context: Context, chart: ChartOfAccounts): Promise<void> {
  const { organization, now } = context;
  const codes = seeded.map(({ code }) => codeIn(chart, code));
  const accounts = await accountsByCode(context, codes);
  const stamp = JSON.stringify(actorStamp(context.actor));
  context.db.later(sql`
    insert into expense_categories (organization_id, id, name, name_key, position, kind, account_id, system,
      created_at, updated_at, created_by, updated_by)
    select ${organization}, id, name, name_key, position - 1, kind, account, true, ${now}, ${now}, ${stamp}, ${stamp}
    from unnest(${seeded.map(() => context.newId())}::uuid[], ${seeded.map(({ name }) => name)}::text[],
      ${seeded.map(({ name }) => nameKey(name))}::text[], ${seeded.map(({ kind }) => kind)}::text[],
      ${codes.map((code) => accounts.get(code) ?? null)}::uuid[])
      with ordinality as category (id, name, name_key, kind, account, position)`);
}
