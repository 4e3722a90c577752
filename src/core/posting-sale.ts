import type { Accounts, PostingHeader } from './account.ts';
import { type Entry, type EntryDimensions, type EntryLine, mergedEntry, negateLines } from './entry.ts';
import type { Exchange } from './exchange.ts';
import { at } from './list.ts';
import { roundedInBase } from './posting-worth.ts';
import type { PricedSale } from './sale.ts';

/** The income account that a line or a charge is earned on, and what it is about. */
export type IncomeAccount = EntryDimensions & { readonly account: string };

export type SalePosting = {
  readonly header: PostingHeader;
  readonly accounts: Accounts<'taxOutput' | 'taxWithheld' | 'discountGiven' | 'rounding'>;
  /** The receivable account, or the one that the money went to where the sale was paid at once. */
  readonly owedOn: string;
  readonly clientId?: string | undefined;
  /** One for each line of the sale, and one for each charge. */
  readonly lines: readonly IncomeAccount[];
  readonly charges?: readonly IncomeAccount[] | undefined;
  /** By id of the tax rate; a rate without its own goes to `taxOutput`, or to `taxWithheld` where it is withheld. */
  readonly taxAccounts?: Readonly<Record<string, string>> | undefined;
  /** Undefined in the base currency. */
  readonly exchange?: Exchange | undefined;
  /** Base value of the debt, where it is known: a credit note relieves a slice of its invoice. */
  readonly owedBase?: bigint | undefined;
};

/**
 * A confirmed sale: the client owes the total; revenue gets the nets, and each tax account its tax.
 *
 * Undefined where the sale moves no money at all.
 */
export function saleConfirmed(sale: PricedSale, posting: SalePosting): Entry | undefined {
  return posted(saleLines(sale, posting), posting);
}

/** A credit note: the entry of {@link saleConfirmed} for what is given back, with debits and credits changed over. */
export function saleCredited(given: PricedSale, posting: SalePosting): Entry | undefined {
  return posted(negateLines(saleLines(given, posting)), posting);
}

function saleLines({ lines, charges, totals }: PricedSale, posting: SalePosting): EntryLine[] {
  const { accounts, clientId, owedOn, taxAccounts = {} } = posting;
  if (posting.lines.length !== lines.length || (posting.charges ?? []).length !== charges.length) {
    throw new RangeError('every line and every charge has one income account');
  }
  return [
    { account: owedOn, clientId, amount: totals.total },
    ...lines.map(({ net }, position) => ({ ...at(posting.lines, position), amount: -net })),
    ...charges.map(({ net }, position) => ({ ...at(posting.charges ?? [], position), amount: -net })),
    ...totals.taxes.map(({ rate, base, amount }) =>
      rate.kind === 'standard'
        ? { account: taxAccounts[rate.id] ?? accounts.taxOutput, amount: -amount, taxRateId: rate.id, taxBase: -base }
        : { account: taxAccounts[rate.id] ?? accounts.taxWithheld, amount, taxRateId: rate.id, taxBase: base },
    ),
    { account: accounts.discountGiven, amount: totals.afterTaxDiscount },
    { account: accounts.rounding, amount: -totals.rounding },
  ];
}

function posted(lines: readonly EntryLine[], posting: SalePosting): Entry | undefined {
  const { exchange, owedBase, owedOn, accounts } = posting;
  const legs = lines.map((line) => {
    const isOwed = line.account === owedOn && owedBase !== undefined;
    return { ...line, base: isOwed ? withSignOf(line.amount, owedBase) : undefined };
  });
  const booked = roundedInBase(legs, { exchange, rounding: accounts.rounding });
  return mergedEntry({ ...posting.header, kind: 'system' }, booked);
}

function withSignOf(amount: bigint, magnitude: bigint): bigint {
  return amount < 0n ? -magnitude : magnitude;
}
