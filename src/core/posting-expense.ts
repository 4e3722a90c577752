import type { Accounts, PostingHeader } from './account.ts';
import { type Entry, type EntryDimensions, mergedEntry } from './entry.ts';

/** Whom an expense is owed to: a supplier on the payable account, or the member who paid it. */
export type OwedTo = Pick<EntryDimensions, 'clientId' | 'memberId'> & { readonly account: string };

/**
 * An expense that stands: its lines are debited with what they cost, the input tax with what is recoverable of it, and
 * what it comes to is owed. Paid at once, it is {@link expensePaid} in the same breath.
 */
export function expensePosted(expense: {
  readonly header: PostingHeader;
  readonly accounts: Accounts<'taxInput' | 'taxOutput'>;
  readonly owedTo: OwedTo;
  /** `account` is that of the line's category. */
  readonly lines: readonly { readonly account: string; readonly cost: bigint }[];
  /** `account` is where the tax is claimed, where that is not the usual one. */
  readonly taxes: readonly {
    readonly rateId: string;
    readonly base: bigint;
    readonly recoverable: bigint;
    readonly account?: string | undefined;
    /** By reverse charge: what the tax office is owed of it, and where, if not on the usual account. */
    readonly owed?: bigint | undefined;
    readonly owedOn?: string | undefined;
  }[];
  readonly total: bigint;
}): Entry | undefined {
  const { header, accounts, owedTo, lines, taxes, total } = expense;
  return mergedEntry({ ...header, kind: 'system' }, [
    ...lines.map(({ account, cost }) => ({ account, amount: cost })),
    ...taxes.map(({ rateId, base, recoverable, account = accounts.taxInput }) => {
      return { account, amount: recoverable, taxRateId: rateId, taxBase: base };
    }),
    ...taxes.flatMap(({ rateId, base, owed, owedOn = accounts.taxOutput }) =>
      owed === undefined ? [] : [{ account: owedOn, amount: -owed, taxRateId: rateId, taxBase: -base }],
    ),
    { ...owedTo, amount: -total },
  ]);
}

/** Money went out for an expense, or back to the member who paid it: less is owed. */
export function expensePaid(payment: {
  readonly header: PostingHeader;
  readonly owedTo: OwedTo;
  /** Where the money left. */
  readonly account: string;
  readonly amount: bigint;
}): Entry | undefined {
  const { header, owedTo, account, amount } = payment;
  return mergedEntry({ ...header, kind: 'system' }, [
    { ...owedTo, amount },
    { account, amount: -amount },
  ]);
}
