import type { Day } from '../../../core/calendar.ts';
import { type StandardLayout, statementLayouts } from '../../../core/statement-layouts.ts';
import { join, type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { settingsOf } from '../../organization/index.ts';
import { standingAt } from '../books/balance-sheet-rows.ts';
import { fiscalYearBy } from '../books/fiscal-year.ts';
import { type ClassifiedAccount, purposeOf } from '../statements/account-purpose.ts';
import type { BalancePart } from '../statements/balance-parts.ts';
import { partsOf } from '../statements/balance-statement.ts';
import { balanceTrees, resultsTree } from '../statements/layouts.ts';
import { partyBalances, partyOfLine, standingOfParties } from '../statements/party-balances.ts';
import { underLine } from '../statements/under-line.ts';
import { accountLines, unknownRow } from './drilldown.ts';

/** A line of a layout, by the key that the statement has for it: `hgb:hgb_cash`. */
export type LineAsked = { readonly layout: StandardLayout; readonly key: string };

export function lineIn(row: string): LineAsked | undefined {
  const [name, key] = row.split(':');
  const layout = statementLayouts.find((one) => one === name);
  return layout === undefined || layout === 'plain' || key === undefined ? undefined : { layout, key };
}

/** What a line or a sum of a balance sheet is made of at the end of a day: each party on the side that it is on. */
export async function balanceLineFacts(context: Context, { layout, key }: LineAsked, day: Day): Promise<Sql> {
  const { organization } = context;
  const under = underLine(balanceTrees[layout], key);
  if (under === undefined) throw unknownRow();
  const settings = await settingsOf(context);
  const year = fiscalYearBy(settings, day);
  const [lines, parties] = await Promise.all([standingAt(context, year), partyBalances(context, day)]);
  const parts = partsOf({ lines, parties }, { layout, chart: settings.chart }).filter(({ purpose }) =>
    under.purposes.includes(purpose),
  );
  const ofLiabilities = sql`-l.amount`;
  // What makes used up equity nothing is that equity with the sign of the assets.
  const [turned, own] = [parts.filter(isTurned), parts.filter((part) => !isTurned(part))];
  const as = (amount: Sql) => ({ organization, day, from: year.from, amount });
  return join(
    [
      ...factsOf(own, as(under.side === 'debit' ? sql`l.amount` : ofLiabilities)),
      ...(turned.length === 0 ? [] : factsOf(turned, as(sql`l.amount`))),
    ].map((facts) => sql`select * from (${facts}) as facts`),
    sql` union all `,
  );
}

function isTurned({ purpose }: BalancePart): boolean {
  return purpose === 'deficit_in_assets';
}

type Laid = { readonly organization: string; readonly day: Day; readonly from: Day; readonly amount: Sql };

/** The lines of the ledger that come to these parts, on the day, in a fiscal year that began on another. */
function factsOf(parts: readonly BalancePart[], { organization, day, from: yearFrom, amount }: Laid): Sql[] {
  const isResult = sql`a.class in ('revenue', 'expense')`;
  const lay = (where: Sql, from?: Day) => accountLines(organization, { where, amount, to: day, ...(from && { from }) });
  const ofSide = (share: 'debit' | 'credit'): Sql => {
    const stands = share === 'debit' ? sql`balance > 0` : sql`balance < 0`;
    return lay(sql`a.id = any(${idsOf(parts.filter((part) => part.share === share))}) and (a.id, ${partyOfLine}) in (
      select account_id, party_id from (${standingOfParties(organization, day)}) as parties where ${stands})`);
  };
  const earned = lay(isResult, yearFrom);
  const before = sql`select * from (${lay(isResult)}) as earlier where day < ${yearFrom}`;
  const isCounted = (name: string) => parts.some((part) => part.account === undefined && part.key === name);
  return [
    lay(sql`a.id = any(${idsOf(parts.filter(({ share }) => share === 'whole'))})`),
    ofSide('debit'),
    ofSide('credit'),
    lay(
      sql`a.id = any(${idsOf(parts.filter(({ share, rest }) => share !== 'whole' && rest !== 0n))})
        and ${partyOfLine} is null`,
    ),
    ...(isCounted('current_year_earnings') ? [earned] : []),
    ...(isCounted('retained_earnings') ? [before] : []),
  ];
}

function idsOf(parts: readonly BalancePart[]): string[] {
  return parts.flatMap(({ account }) => account?.id ?? []);
}

/** The accounts of a line or a sum of profit and loss; what they come to has the sign of income. */
export async function resultLineAccounts(context: Context, { layout, key }: LineAsked, day: Day): Promise<string[]> {
  const { db, organization } = context;
  const [settings, accounts] = await Promise.all([
    settingsOf(context),
    db.many<ClassifiedAccount & { id: string }>(sql`
      select id, code, type, system_role as role from report_accounts
      where organization_id = ${organization} and class in ('revenue', 'expense')`),
  ]);
  const under = underLine(resultsTree(layout, fiscalYearBy(settings, day).from), key);
  if (under === undefined) throw unknownRow();
  return accounts.flatMap((one) => (under.purposes.includes(purposeOf(one, settings.chart)) ? [one.id] : []));
}
