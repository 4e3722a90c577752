import type { Accounts, PostingHeader } from './account.ts';
import { type Entry, type EntryDimensions, type EntryLine, mergedEntry, negateLines } from './entry.ts';
import type { Exchange } from './exchange.ts';
import { sum } from './list.ts';
import { type Money, money } from './money.ts';
import { type ExchangeAccounts, inBase, type Leg, settled } from './posting-worth.ts';

/**
 * A debt that a payment or a credit settles: `amount` in its currency, and `base`, the carrying amount of that part,
 * where it is kept in another currency. Take `base` as a slice of what the whole debt was booked for, so that the last
 * payment leaves nothing behind.
 */
export type Settled = EntryDimensions & {
  readonly amount: bigint;
  readonly base?: bigint | undefined;
  /** The receivable account of the debt, where it is not the usual one. */
  readonly account?: string | undefined;
};

type Common = {
  readonly header: PostingHeader;
  readonly clientId?: string | undefined;
  readonly amount: bigint;
  /** At the rate of the day of the payment. */
  readonly exchange?: Exchange | undefined;
};

/**
 * Money came in: it relieves the debts that it is allocated to, and what is left over is the client's credit.
 *
 * Undefined, as for every rule here, where the amount is worth nothing in base currency.
 */
export function paymentReceived(
  payment: Common & {
    readonly accounts: Accounts<'receivable' | 'clientCredit'> & ExchangeAccounts;
    /** The account that the money landed on. */
    readonly account: string;
    readonly allocations: readonly Settled[];
    /** Base value of the unapplied part; at the rate of the day by default. */
    readonly unappliedBase?: bigint | undefined;
  },
): Entry | undefined {
  const { accounts, account, amount, allocations, clientId, unappliedBase } = payment;
  const unapplied = amount - sum(allocations.map((one) => one.amount));
  if (unapplied < 0n) throw new RangeError('more is allocated than was paid');
  return settled(payment, [
    { account, amount },
    ...allocations.map((one) => relief(one, payment)),
    {
      account: accounts.clientCredit,
      clientId,
      amount: -unapplied,
      base: unappliedBase === undefined ? undefined : -unappliedBase,
    },
  ]);
}

/** A credit is used: what was owed to the client relieves what the client owes. `base` is the worth of the credit. */
export function creditAllocated(
  credit: Omit<Common, 'amount'> & {
    readonly accounts: Accounts<'receivable' | 'clientCredit'> & ExchangeAccounts;
    readonly allocations: readonly Settled[];
    readonly base?: bigint | undefined;
  },
): Entry | undefined {
  const { accounts, allocations, clientId, base } = credit;
  const amount = sum(allocations.map((one) => one.amount));
  return settled(credit, [
    { account: accounts.clientCredit, clientId, amount, base },
    ...allocations.map((one) => relief(one, credit)),
  ]);
}

/** Reverses the allocation of a credit: the debt is owed again, and the client has the credit back. */
export function creditReleased(credit: Parameters<typeof creditAllocated>[0]): Entry | undefined {
  const allocated = creditAllocated(credit);
  return allocated && { ...allocated, lines: negateLines(allocated.lines) };
}

/**
 * Money went back to a client, by the rate of the day: from the client's credit, or from the receivable that a credit
 * note has overpaid. What that takes off the books may be worth more or less than the money, which is gained or lost.
 */
export function refundPaid(
  refund: Omit<Common, 'amount'> & {
    readonly accounts: ExchangeAccounts;
    readonly owed: readonly (Settled & { readonly account: string })[];
    /** The account that the money left. */
    readonly account: string;
  },
): Entry | undefined {
  const { owed, account, clientId } = refund;
  const amount = sum(owed.map((one) => one.amount));
  return settled(refund, [...owed.map((one) => ({ clientId, ...one })), { account, amount: -amount }]);
}

/** Posts a fee that a bank or a payment gateway kept. */
export function paymentFeeCharged(
  fee: Common & { readonly accounts: Accounts<'paymentFees'>; readonly account: string },
): Entry | undefined {
  return moneyMoved({ ...fee, from: fee.account, to: fee.accounts.paymentFees });
}

/** Money moved between two accounts of one's own, as a gateway's payout does. */
export function moneyMoved(move: Common & { readonly from: string; readonly to: string }): Entry | undefined {
  const lines = [
    { account: move.to, amount: move.amount },
    { account: move.from, amount: -move.amount },
  ];
  return system(
    move.header,
    lines.map((line) => inBase(line, move.exchange)),
  );
}

/** So much money of a currency, and what it is on the books for in the base currency. */
export type Worth = { readonly amount: Money; readonly base: bigint };

/**
 * Posts a transfer between two own accounts, with or without a change of currency, and its fee. What arrives may be
 * worth more or less than what left was on the books for, which is gained or lost then.
 */
export function moneyChanged(change: {
  readonly header: PostingHeader;
  readonly accounts: Accounts<'paymentFees'> & ExchangeAccounts;
  readonly base: string;
  readonly from: Worth & { readonly account: string };
  readonly to: Worth & { readonly account: string };
  readonly fee: Worth;
}): Entry | undefined {
  const { header, accounts, base, from, to, fee } = change;
  const line = (account: string, sign: 1n | -1n, worth: Worth): EntryLine => ({
    account,
    amount: sign * worth.base,
    foreign: worth.amount.currency === base ? undefined : money(sign * worth.amount.minor, worth.amount.currency),
  });
  const gain = to.base + fee.base - from.base;
  return system(header, [
    line(to.account, 1n, to),
    line(accounts.paymentFees, 1n, fee),
    line(from.account, -1n, from),
    { account: gain > 0n ? accounts.fxGain : accounts.fxLoss, amount: -gain },
  ]);
}

type LetOff = Common & {
  readonly base?: bigint | undefined;
  readonly taxRelief?:
    | readonly (EntryDimensions & TaxBase & { readonly account: string; readonly amount: bigint })[]
    | undefined;
};

/** A debt is given up: what was earned becomes a loss, and the tax on it comes back where the law allows. */
export function debtWrittenOff(
  writeOff: LetOff & { readonly accounts: Accounts<'receivable' | 'badDebt'> & ExchangeAccounts },
): Entry | undefined {
  return letOff(writeOff, writeOff.accounts.badDebt);
}

/** An early-payment discount reduces the debt and the tax in it. */
export function earlyDiscountGranted(
  discount: LetOff & { readonly accounts: Accounts<'receivable' | 'earlyDiscountGiven'> & ExchangeAccounts },
): Entry | undefined {
  return letOff(discount, discount.accounts.earlyDiscountGiven);
}

function letOff(
  off: LetOff & { readonly accounts: Accounts<'receivable'> & ExchangeAccounts },
  account: string,
): Entry | undefined {
  const { accounts, amount, base, clientId, taxRelief = [] } = off;
  return settled(off, [
    { account, clientId, amount: amount - sum(taxRelief.map((one) => one.amount)) },
    ...taxRelief,
    { account: accounts.receivable, clientId, amount: -amount, base: base === undefined ? undefined : -base },
  ]);
}

type TaxBase = { readonly taxBase?: bigint | undefined };

function relief(one: Settled, by: { clientId?: string | undefined; accounts: Accounts<'receivable'> }): Leg {
  const { account = by.accounts.receivable, base, ...rest } = one;
  return { clientId: by.clientId, ...rest, account, amount: -one.amount, base: base === undefined ? undefined : -base };
}

function system(header: PostingHeader, lines: readonly EntryLine[]): Entry | undefined {
  return mergedEntry({ ...header, kind: 'system' }, lines);
}
