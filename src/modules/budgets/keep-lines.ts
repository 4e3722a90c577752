import { sum } from '../../core/list.ts';
import { money } from '../../core/money.ts';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { baseCurrency } from '../../operation/record/index.ts';
import { loadAccounts } from '../ledger/index.ts';
import type { BudgetLine } from './budget.ts';
import type { PlannedLine } from './planned-lines.ts';

/** Takes the place of all lines that were there. */
export function keepLines(context: Context, id: string, lines: readonly PlannedLine[]): void {
  const { db, organization } = context;
  db.later(sql`delete from budget_lines where organization_id = ${organization} and budget_id = ${id}`);
  insertLines(context, id, lines);
}

export function insertLines({ db, organization }: Context, id: string, lines: readonly PlannedLine[]): void {
  if (lines.length === 0) return;
  const rows = lines.map(({ account, value, amounts }) => ({
    account: account.id,
    value,
    amounts: amounts.map(String),
  }));
  // An array of arrays has no parameter of its own, since all of them are as long as the budget has months.
  db.later(sql`
    insert into budget_lines (organization_id, budget_id, position, account_id, value_id, months, amounts)
    select ${organization}, ${id}, line.at - 1, (line.of ->> 'account')::uuid, (line.of ->> 'value')::uuid,
      jsonb_array_length(line.of -> 'amounts'),
      array(select amount::bigint
        from jsonb_array_elements_text(line.of -> 'amounts') with ordinality as each (amount, at) order by each.at)
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as line (of, at)`);
}

export async function linesKept(context: Context, id: string): Promise<PlannedLine[]> {
  const { db, organization } = context;
  const rows = await db.many<{ account: string; value: string | null; amounts: readonly string[] }>(sql`
    select account_id as account, value_id as value, amounts from budget_lines
    where organization_id = ${organization} and budget_id = ${id} order by position`);
  if (rows.length === 0) return [];
  const accounts = await loadAccounts(
    context,
    rows.map(({ account }) => account),
  );
  return rows.flatMap(({ account: of, value, amounts }) => {
    const account = accounts.get(of);
    // The driver reads arrays of bigint as texts.
    return account === undefined ? [] : [{ account, value, amounts: amounts.map(BigInt) }];
  });
}

/** As they are answered. */
export function wireLines(context: Context, lines: readonly PlannedLine[]): BudgetLine[] {
  const currency = baseCurrency(context);
  return lines.map(({ account, value, amounts }) => ({
    account_id: account.id,
    account_code: account.code,
    account_name: account.name,
    dimension_value_id: value,
    amount: money(sum(amounts), currency),
    amounts: amounts.map((minor) => money(minor, currency)),
  }));
}
