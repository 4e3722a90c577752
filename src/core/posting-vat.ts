import type { Accounts, PostingHeader } from './account.ts';
import { type Entry, mergedEntry } from './entry.ts';
import { sum } from './list.ts';

/**
 * A return is settled: the tax accounts are emptied of its lines, what the form comes to is owed to the tax office or
 * by it, and what the form rounds is income or cost. `taxes` are the lines by account, debits positive, as they stand.
 */
export function vatSettled(settlement: {
  readonly header: PostingHeader;
  readonly accounts: Accounts<'vatSettlement' | 'rounding'>;
  readonly taxes: readonly { readonly account: string; readonly amount: bigint }[];
  /** To pay, below zero to get back, by the form. */
  readonly net: bigint;
}): Entry | undefined {
  const { header, accounts, taxes, net } = settlement;
  const owed = -sum(taxes.map(({ amount }) => amount));
  return mergedEntry({ ...header, kind: 'system' }, [
    ...taxes.map(({ account, amount }) => ({ account, amount: -amount })),
    { account: accounts.vatSettlement, amount: -net },
    { account: accounts.rounding, amount: net - owed },
  ]);
}

/** Money went to the tax office for a return, or came back, below zero. */
export function vatPaid(payment: {
  readonly header: PostingHeader;
  readonly accounts: Accounts<'vatSettlement'>;
  /** The account that the money left or landed on. */
  readonly account: string;
  readonly amount: bigint;
}): Entry | undefined {
  const { header, accounts, account, amount } = payment;
  return mergedEntry({ ...header, kind: 'system' }, [
    { account: accounts.vatSettlement, amount },
    { account, amount: -amount },
  ]);
}
