import type { ChartOfAccounts } from '../../../core/charts-of-accounts.ts';
import type { StandardLayout } from '../../../core/statement-layouts.ts';
import type { Context } from '../../../operation/operation.ts';
import { type BalanceSheetLine, isAsset } from '../books/balance-sheet-rows.ts';
import { type BalancePart, balanceParts, compareParts, uncoveredDeficit } from './balance-parts.ts';
import { layOut } from './lay-out.ts';
import { balanceTrees } from './layouts.ts';
import { heldIn } from './layout-tree.ts';
import type { PartyBalances } from './party-balances.ts';
import { type Statement, statementOf } from './statement.ts';

/** What there is at the end of a day: balances, and what clients and suppliers stand at. */
export type BalanceDay = { readonly lines: readonly BalanceSheetLine[]; readonly parties: readonly PartyBalances[] };

type Asked = {
  readonly layout: StandardLayout;
  readonly chart: ChartOfAccounts;
  readonly includesZero: boolean;
  readonly language: string | undefined;
};

/** The balance sheet in the order of a standard, of a day and of the one that it is compared with. */
export function balanceStatement(
  context: Context,
  [now, past]: readonly BalanceDay[],
  { layout, chart, includesZero, language }: Asked,
): Statement {
  const parts = compareParts(
    now === undefined ? [] : partsOf(now, { layout, chart }),
    past && partsOf(past, { layout, chart }),
  );
  const like = { amount: 0n, series: [], compared: past && 0n };
  const lines = layOut(balanceTrees[layout], { parts, like, includesZero });
  return statementOf(context, { layout, report: 'balance_sheet', lines, language });
}

export function partsOf(
  { lines, parties }: BalanceDay,
  { layout, chart }: Pick<Asked, 'layout' | 'chart'>,
): BalancePart[] {
  const standing = lines.map(({ section, amount, ...line }) => {
    return { ...line, balance: isAsset(section) ? amount : -amount };
  });
  const parts = balanceParts(standing, { parties, chart });
  const tellsDeficit = heldIn(balanceTrees[layout]).includes('uncovered_deficit');
  return tellsDeficit ? [...parts, ...uncoveredDeficit(parts)] : parts;
}
