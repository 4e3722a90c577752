import type { ChartOfAccounts } from '../../../core/charts-of-accounts.ts';
import { ascending } from '../../../core/order.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { limitExceeded, refusal } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { type Account, accounts } from '../accounts/account.ts';
import { accountsMax } from '../accounts/create-account.ts';
import { lockChart } from '../accounts/lock-chart.ts';
import { accountsOf } from './charts.ts';
import { insertAccounts } from './insert-accounts.ts';
import { codesChosen, type Mapping, mapped } from './map-chart.ts';

export const accountsNotMapped = refusal(
  'accounts_not_mapped',
  409,
  'Accounts with entries have no counterpart in that chart.',
  'Say in `codes` which code each of `accounts` gets: one of the new chart, or its own to keep it.',
);

type Asked = {
  readonly before: ChartOfAccounts;
  readonly after: ChartOfAccounts;
  readonly codes: readonly { readonly from: string; readonly to: string }[];
};

type Renumbered = {
  readonly changed: readonly { readonly before: Account; readonly after: Account }[];
  readonly created: readonly Account[];
};

/** Gives all accounts the codes and names of another chart, and adds those that it has besides. Their ids stay. */
export async function renumberAccounts(context: Context, { before, after, codes }: Asked): Promise<Renumbered> {
  const current = await lockChart(context);
  const all = [...current.values()];
  const withEntries = await accountsWithEntries(context);
  const chosen = codesChosen(all, codes);
  const plan = mapped(all, { before: accountsOf(before), after: accountsOf(after), chosen, withEntries });
  const unknown = plan.kept.filter(({ id }) => withEntries.has(id));
  if (before !== after && unknown.length > 0) {
    const named = unknown.map(({ code, name }) => `${code} ${name}`).join(', ');
    throw accountsNotMapped({
      detail: `That chart has no counterpart for accounts with entries: ${named}.`,
      accounts: unknown.map(({ code, name }) => ({ code, name })),
    });
  }
  if (all.length + plan.created.length > accountsMax) throw limitExceeded({ max: accountsMax });
  const changed = await rename(context, plan);
  const created = await insertAccounts(context, plan.created);
  for (const account of changed) context.emit(accounts.events.updated(account as never));
  for (const account of created) context.emit(accounts.events.created(account as never));
  return {
    changed: changed.flatMap((account) => {
      const old = current.get(account.id);
      return old === undefined ? [] : [{ before: old, after: account }];
    }),
    created,
  };
}

async function accountsWithEntries({ db, organization }: Context): Promise<ReadonlySet<string>> {
  const rows = await db.many<{ id: string }>(sql`
    select id from accounts as a where organization_id = ${organization} and exists (
      select from account_days where organization_id = a.organization_id and account_id = a.id)`);
  return new Set(rows.map(({ id }) => id));
}

/** Codes change places among accounts, so all of them change in one statement. */
async function rename(context: Context, { renamed }: Mapping): Promise<readonly Account[]> {
  const { db, organization, now, actor } = context;
  const rows = await db.many<Account>(sql`
    update accounts set code = new.code, name = new.name, english_name = new.english_name, type = new.type,
      version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
    from unnest(${renamed.map(({ id }) => id)}::uuid[], ${renamed.map(({ code }) => code)}::text[],
      ${renamed.map(({ name }) => name)}::text[], ${renamed.map(({ englishName }) => englishName)}::text[],
      ${renamed.map(({ type }) => type)}::text[]) as new (id, code, name, english_name, type)
    where accounts.organization_id = ${organization} and accounts.id = new.id
    returning ${accounts.columns}`);
  return rows.toSorted(ascending(({ code }) => code));
}
