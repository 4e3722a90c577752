import type { Accounts, PostingHeader } from './account.ts';
import { entry, type Entry, type EntryDimensions, mergedEntry, negateLines } from './entry.ts';
import type { Exchange } from './exchange.ts';
import { type ExchangeAccounts, roundedInBase, settled } from './posting-worth.ts';

/** An expense is owed to a supplier on the payable account, or to the member who paid it. */
export type OwedTo = Pick<EntryDimensions, 'clientId' | 'memberId'> & { readonly account: string };

/**
 * An expense that stands: its lines are debited with what they cost, the input tax with what is recoverable of it, and
 * what it comes to is owed. Paid at once, it is {@link expensePaid} in the same breath.
 */
export function expensePosted(expense: {
  readonly header: PostingHeader;
  readonly accounts: Accounts<'taxInput' | 'taxOutput' | 'goodsReceived' | 'rounding'>;
  readonly owedTo: OwedTo;
  /** `account` is that of the line's category. */
  readonly lines: readonly (Pick<EntryDimensions, 'dimensionIds'> & {
    readonly account: string;
    readonly cost: bigint;
  })[];
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
  /** Undefined in the base currency. */
  readonly exchange?: Exchange | undefined;
}): Entry | undefined {
  const { header, accounts, owedTo, lines, taxes, total, exchange } = expense;
  const legs = [
    ...lines.map(({ account, cost, dimensionIds }) => ({ account, amount: cost, dimensionIds })),
    ...taxes.map(({ rateId, base, recoverable, account = accounts.taxInput }) => {
      return { account, amount: recoverable, taxRateId: rateId, taxBase: base };
    }),
    ...taxes.flatMap(({ rateId, base, owed, owedOn = accounts.taxOutput }) =>
      owed === undefined ? [] : [{ account: owedOn, amount: -owed, taxRateId: rateId, taxBase: -base }],
    ),
    { ...owedTo, amount: -total },
  ];
  const booked = roundedInBase(legs, { exchange, rounding: accounts.rounding });
  // Goods are kept in the base currency, from the moment that they are there.
  return mergedEntry(
    { ...header, kind: 'system' },
    booked.map((line) => (line.account === accounts.goodsReceived ? { ...line, foreign: undefined } : line)),
  );
}

/**
 * A credit note of a supplier stands: what {@link expensePosted} does to the books, the other way round. `owedTo` is
 * who owes it then.
 */
export function expenseCredited(expense: Parameters<typeof expensePosted>[0]): Entry | undefined {
  const asSpent = expensePosted(expense);
  return asSpent && entry({ ...expense.header, kind: 'system' }, negateLines(asSpent.lines));
}

/** Money went to a supplier who is not owed it, and owes it then; or, below zero, it came back. */
export function supplierCredited(credit: {
  readonly header: PostingHeader;
  readonly accounts: Accounts<'supplierCredit'> & ExchangeAccounts;
  readonly clientId: string;
  /** The account that the money left or landed on. */
  readonly account: string;
  readonly amount: bigint;
  /** Undefined in the base currency: the carrying amount of the credit, and the value of the money. */
  readonly worth?: { readonly exchange: Exchange; readonly credit: bigint; readonly money: bigint } | undefined;
}): Entry | undefined {
  const { header, accounts, clientId, account, amount, worth } = credit;
  return settled({ header, accounts, exchange: worth?.exchange }, [
    { account: accounts.supplierCredit, clientId, amount, base: worth?.credit },
    { account, amount: -amount, base: worth && -worth.money },
  ]);
}

/** Money went out for an expense, or back to the member who paid it: less is owed. */
export function expensePaid(payment: {
  readonly header: PostingHeader;
  readonly accounts: ExchangeAccounts;
  readonly owedTo: OwedTo;
  /** The account that the money left. */
  readonly account: string;
  readonly amount: bigint;
  /** Undefined in the base currency: the carrying amount of that part of the debt, and the value of the money. */
  readonly worth?: { readonly exchange: Exchange; readonly debt: bigint; readonly money: bigint } | undefined;
}): Entry | undefined {
  const { header, accounts, owedTo, account, amount, worth } = payment;
  return settled({ header, accounts, exchange: worth?.exchange }, [
    { ...owedTo, amount, base: worth?.debt },
    { account, amount: -amount, base: worth && -worth.money },
  ]);
}

/** An early-payment discount reduces the cost of the purchase, and its input tax in proportion. */
export function earlyDiscountTaken(discount: {
  readonly header: PostingHeader;
  readonly accounts: ExchangeAccounts;
  readonly owedTo: OwedTo;
  readonly amount: bigint;
  /** Reductions by account, credits negative. They sum to the amount, negative. */
  readonly legs: readonly DiscountLeg[];
  /** Undefined in the base currency: the carrying amount of that part of the debt. */
  readonly worth?: { readonly exchange: Exchange; readonly debt: bigint } | undefined;
}): Entry | undefined {
  const { header, accounts, owedTo, amount, legs, worth } = discount;
  return settled({ header, accounts, exchange: worth?.exchange }, [{ ...owedTo, amount, base: worth?.debt }, ...legs]);
}

/** `taxBase` where it is of a tax. */
export type DiscountLeg = {
  readonly account: string;
  readonly amount: bigint;
  readonly taxRateId?: string | undefined;
  readonly taxBase?: bigint | undefined;
  readonly dimensionIds?: readonly string[] | undefined;
};
