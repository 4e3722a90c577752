import type { ChartOfAccounts } from '../../../core/charts-of-accounts.ts';
import { sum } from '../../../core/list.ts';
import type { AccountType, SystemRole } from '../../ledger/index.ts';
import { purposeOf } from './account-purpose.ts';
import type { StatementPart } from './lay-out.ts';
import type { PartyBalances } from './party-balances.ts';
import { type HeldPurpose, otherSide, type Purpose, purposesOf } from './purposes.ts';

/** What a row of the balance sheet stands at, debits positive. */
export type Standing = Pick<StatementPart, 'key' | 'account'> & {
  readonly type: AccountType | undefined;
  readonly role: SystemRole | null;
  readonly balance: bigint;
};

/** A balance, or the share of one that is of the parties on one side. */
export type BalancePart = Pick<StatementPart, 'key' | 'account' | 'purpose'> & {
  readonly amount: bigint;
  readonly share: 'whole' | 'debit' | 'credit';
  /** Of the share, what is of no party that is known. */
  readonly rest: bigint;
};

type Known = { readonly parties: readonly PartyBalances[]; readonly chart: ChartOfAccounts };

/**
 * Balances on the side that they are on: a negative bank account is owed, a client in credit is owed, a supplier who
 * owes is a debtor. Clients and suppliers are looked at one by one, taxes together, since one authority has them all.
 */
export function balanceParts(standing: readonly Standing[], { parties, chart }: Known): BalancePart[] {
  const byAccount = new Map(parties.map((one) => [one.account_id, one]));
  const all = standing.map((one) => ({ ...one, purpose: homeOf(one, chart) }));
  const taxes = sum(all.filter(({ purpose }) => isTax(purpose)).map(({ balance }) => balance));
  return all.flatMap(({ key, account, role, balance, purpose }): BalancePart[] => {
    const whole = { key, account, amount: balance, share: 'whole', rest: balance } as const;
    if (isTax(purpose)) return [{ ...whole, purpose: taxes < 0n ? 'tax_payable' : 'tax_receivable' }];
    // What an open item is worth more or less than on its day goes with the open items.
    if (role === 'receivable_revaluation' || role === 'payable_revaluation') return [{ ...whole, purpose }];
    const ofParties = account === undefined ? undefined : byAccount.get(account.id);
    if (ofParties === undefined) return [{ ...whole, purpose: sided(purpose, balance) }];
    const { debit, credit } = ofParties;
    const rest = balance - debit + credit;
    const [owed, due] = [rest > 0n ? rest : 0n, rest < 0n ? rest : 0n];
    return [
      { key, account, share: 'debit', purpose: sided(purpose, 1n), amount: debit + owed, rest: owed },
      { key, account, share: 'credit', purpose: sided(purpose, -1n), amount: due - credit, rest: due },
    ];
  });
}

/** Equity that losses have used up, as part of the assets: its own accounts, and these again taken off beside it. */
export function uncoveredDeficit(parts: readonly BalancePart[]): BalancePart[] {
  const equity = parts.filter(({ purpose }) => isEquity(purpose));
  if (sum(equity.map(({ amount }) => amount)) <= 0n) return [];
  return equity.flatMap((part) => [
    { ...part, purpose: 'uncovered_deficit' as const },
    { ...part, purpose: 'deficit_in_assets' as const, amount: -part.amount, rest: -part.rest },
  ]);
}

/** Both days in one, for what is compared. */
export function compareParts(
  now: readonly BalancePart[],
  past: readonly BalancePart[] | undefined,
): readonly StatementPart[] {
  const all = [...now, ...(past ?? [])];
  const groups = Map.groupBy(all, ({ key, purpose }) => `${key} ${purpose}`);
  const before = new Set(past);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { key, account, purpose } = first;
    const amount = sum(group.flatMap((one) => (before.has(one) ? [] : [one.amount])));
    const compared = sum(group.flatMap((one) => (before.has(one) ? [one.amount] : [])));
    return [{ key, account, purpose, amounts: { amount, series: [], compared: past && compared } }];
  });
}

function homeOf({ key, account, type, role }: Standing, chart: ChartOfAccounts): Purpose {
  if (account === undefined || type === undefined) return key === 'current_year_earnings' ? 'result' : 'retained';
  return purposeOf({ code: account.code, type, role }, chart);
}

function isEquity(purpose: HeldPurpose): boolean {
  const equity: readonly HeldPurpose[] = purposesOf.equity;
  return equity.includes(purpose);
}

function isTax(purpose: Purpose): boolean {
  return purpose === 'tax_payable' || purpose === 'tax_receivable';
}

function sided(purpose: Purpose, balance: bigint): Purpose {
  const [assets, liabilities]: readonly (readonly Purpose[])[] = [purposesOf.asset, purposesOf.liability];
  const isTurned =
    (balance < 0n && assets?.includes(purpose) === true) || (balance > 0n && liabilities?.includes(purpose) === true);
  return (isTurned ? otherSide[purpose] : undefined) ?? purpose;
}
