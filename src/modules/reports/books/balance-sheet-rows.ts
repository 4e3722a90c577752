import { addMonths, addYears, type Day, partsOf } from '../../../core/calendar.ts';
import { type Period, periodOf } from '../../../core/period.ts';
import type { Context } from '../../../operation/operation.ts';
import { accountBalances, type AccountType, recordId, type SystemRole } from '../../ledger/index.ts';
import { type Amounts, combine } from '../figure.ts';
import { noComparison } from '../period-input.ts';

export const sections = [
  ...(['current_assets', 'fixed_assets', 'current_liabilities', 'long_term_liabilities', 'equity'] as const),
] as const;
export type Section = (typeof sections)[number];

/** Types that are not here are of income and expense. */
const sectionOfType: Readonly<Partial<Record<AccountType, Section>>> = {
  cash: 'current_assets',
  bank: 'current_assets',
  accounts_receivable: 'current_assets',
  inventory: 'current_assets',
  other_current_asset: 'current_assets',
  fixed_asset: 'fixed_assets',
  accounts_payable: 'current_liabilities',
  credit_card: 'current_liabilities',
  tax_payable: 'current_liabilities',
  tax_receivable: 'current_assets',
  other_current_liability: 'current_liabilities',
  long_term_liability: 'long_term_liabilities',
  equity: 'equity',
  retained_earnings: 'equity',
};

/** The type of accounts that what earlier years earned is on, and the name of what is on none of them. */
const retained = 'retained_earnings';

export const comparisons = ['previous_period', 'previous_year'] as const;
type Comparison = (typeof comparisons)[number];

/** The same day of the month or the year before; the last day of a month is compared with the last of another. */
export function comparedDay(asAt: Day, compare: Comparison): Day {
  if (partsOf(asAt).year === 1) throw noComparison();
  const moved = compare === 'previous_year' ? addYears(asAt, -1) : addMonths(asAt, -1);
  return periodOf('month', asAt).to === asAt ? periodOf('month', moved).to : moved;
}

export type BalanceSheetLine = Pick<SheetRow, 'section' | 'key' | 'account' | 'isListed' | 'isRetained'> & {
  readonly type: AccountType | undefined;
  readonly role: SystemRole | null;
  /** With the sign of its section. */
  readonly amount: bigint;
};

/** A row of the balance sheet in the making. What has no account is counted: profit that is on none yet. */
export type SheetRow = {
  readonly section: Section;
  readonly key: string;
  readonly account: { readonly id: string; readonly code: string; readonly name: string } | undefined;
  /** Listed with a zero balance where that is asked for. */
  readonly isListed: boolean;
  /** Retained earnings: computed, or on an account of that role. */
  readonly isRetained: boolean;
  readonly amounts: Amounts;
};

/**
 * Balances of the balance sheet accounts at the end of a fiscal year or of a day in it, with the sign of their section,
 * and the earnings of the year so far and of all years before it that no closing entry took to equity.
 *
 * Throws where assets are not liabilities and equity together: books that balance cannot come to that.
 */
export async function standingAt(context: Context, year: Period): Promise<BalanceSheetLine[]> {
  const balances = await accountBalances(context, year);
  let [before, within] = [0n, 0n];
  const rows = balances.flatMap(
    ({ id, code, name, type, role, archived_at: archived, opening, debit, credit }): BalanceSheetLine[] => {
      const section = sectionOfType[type];
      if (section === undefined) {
        before -= opening;
        within += credit - debit;
        return [];
      }
      const balance = opening + debit - credit;
      const amount = isAsset(section) ? balance : -balance;
      const about = { isListed: archived === null, isRetained: type === retained };
      return [{ section, key: recordId('account', id), account: { id, code, name }, type, role, ...about, amount }];
    },
  );
  const counted = (key: string, amount: bigint): BalanceSheetLine => {
    const about = { account: undefined, type: undefined, role: null, isListed: true, isRetained: key === retained };
    return { section: 'equity', key, ...about, amount };
  };
  const all = [...rows, counted(retained, before), counted('current_year_earnings', within)];
  const off = all.reduce((sum, { section, amount }) => (isAsset(section) ? sum + amount : sum - amount), 0n);
  if (off !== 0n) throw new Error(`assets differ from liabilities and equity by ${off} on ${year.to}`);
  return all;
}

export function isAsset(section: Section): boolean {
  return section === 'current_assets' || section === 'fixed_assets';
}

/** Both days in one: accounts of either, by section and then by code, and earnings last. */
export function rowsFrom(now: readonly BalanceSheetLine[], past: readonly BalanceSheetLine[] | undefined): SheetRow[] {
  const before = new Map((past ?? []).map(({ key, amount }) => [key, amount]));
  const rows = now.map(({ amount, ...row }): SheetRow => {
    const compared = past === undefined ? undefined : (before.get(row.key) ?? 0n);
    return { ...row, amounts: { amount, series: [], compared } };
  });
  return sections.flatMap((name) => rows.filter(({ section }) => section === name));
}

export function totalsFrom(rows: readonly SheetRow[], isCompared: boolean) {
  const like: Amounts = { amount: 0n, series: [], compared: isCompared ? 0n : undefined };
  const of = (wanted: (row: SheetRow) => boolean) =>
    combine(
      rows.filter(wanted).map(({ amounts }) => amounts),
      [],
      like,
    );
  const section = (name: Section) => of((row) => row.section === name);
  const [current, fixed] = [section('current_assets'), section('fixed_assets')];
  const [due, long] = [section('current_liabilities'), section('long_term_liabilities')];
  const [liabilities, equity] = [combine([due, long], [], like), section('equity')];
  return {
    current_assets: current,
    fixed_assets: fixed,
    assets: combine([current, fixed], [], like),
    current_liabilities: due,
    long_term_liabilities: long,
    liabilities,
    retained_earnings: of(({ isRetained }) => isRetained),
    current_year_earnings: of(({ key }) => key === 'current_year_earnings'),
    equity,
    liabilities_and_equity: combine([liabilities, equity], [], like),
    working_capital: combine([current], [due], like),
  };
}

/** Of which sections a total is made. */
export const totalSections: Readonly<Record<string, readonly Section[]>> = {
  current_assets: ['current_assets'],
  fixed_assets: ['fixed_assets'],
  assets: ['current_assets', 'fixed_assets'],
  current_liabilities: ['current_liabilities'],
  long_term_liabilities: ['long_term_liabilities'],
  liabilities: ['current_liabilities', 'long_term_liabilities'],
  equity: ['equity'],
  liabilities_and_equity: ['current_liabilities', 'long_term_liabilities', 'equity'],
  working_capital: ['current_assets', 'current_liabilities'],
};

export function sectionTypes(section: Section): string[] {
  return Object.entries(sectionOfType).flatMap(([type, name]) => (name === section ? [type] : []));
}
