import type { Accounts, PostingHeader } from './account.ts';
import { type Entry, type EntryDimensions, type EntryLine, mergedEntry, negateLines } from './entry.ts';

/** The accounts of a product, where it has its own; `accounts` has those of all others. */
type Item = EntryDimensions & {
  readonly inventoryAccount?: string | undefined;
  readonly costAccount?: string | undefined;
};

/** Goods that leave or come back at `cost`: what the pool or the layers said when they left. */
export type CostedItem = Item & { readonly cost: bigint };

type GoodsPosting = {
  readonly header: PostingHeader;
  readonly accounts: Accounts<'inventory' | 'costOfGoods'>;
  readonly items: readonly CostedItem[];
};

/** Goods left for a client: their cost becomes an expense of the day of the sale. */
export function goodsIssued(posting: GoodsPosting): Entry | undefined {
  return system(posting.header, costLines(posting));
}

/** Goods came back from a client, at what they cost when they left. */
export function goodsReturned(posting: GoodsPosting): Entry | undefined {
  return system(posting.header, negateLines(costLines(posting)));
}

/**
 * Goods came in for `value`. Of that, `variance` is what goods that had left before they came turned out to cost more
 * (or less, where negative) than was assumed.
 */
export function stockReceived(posting: {
  readonly header: PostingHeader;
  readonly accounts: Accounts<'inventory' | 'costOfGoods'>;
  /** Goods received not billed, or the account that paid. */
  readonly owedOn: string;
  readonly items: readonly (Item & { readonly value: bigint; readonly variance?: bigint | undefined })[];
  /** Input tax that can be claimed back. */
  readonly taxes?: readonly EntryLine[] | undefined;
}): Entry | undefined {
  const { accounts, owedOn, items, taxes = [] } = posting;
  const lines = items.flatMap(({ value, variance = 0n, inventoryAccount, costAccount, ...about }) => [
    { ...about, account: inventoryAccount ?? accounts.inventory, amount: value - variance },
    { ...about, account: costAccount ?? accounts.costOfGoods, amount: variance },
    { account: owedOn, amount: -value },
  ]);
  const owedTax = taxes.map(({ amount }) => ({ account: owedOn, amount: -amount }));
  return system(posting.header, [...lines, ...taxes, ...owedTax]);
}

/** Goods went back to a supplier, who credits `credited` for what the books had at `cost`. */
export function stockSentBack(posting: {
  readonly header: PostingHeader;
  readonly accounts: Accounts<'inventory' | 'inventoryAdjustment'>;
  readonly owedOn: string;
  readonly items: readonly (Item & { readonly cost: bigint; readonly credited: bigint })[];
}): Entry | undefined {
  const { accounts, owedOn, items } = posting;
  const lines = items.flatMap(({ cost, credited, inventoryAccount, costAccount, ...about }) => [
    { account: owedOn, amount: credited },
    { ...about, account: inventoryAccount ?? accounts.inventory, amount: -cost },
    { ...about, account: costAccount ?? accounts.inventoryAdjustment, amount: cost - credited },
  ]);
  return system(posting.header, lines);
}

/** Stock was found (`value` above zero) or is missing (below): by a count, an adjustment or a write-off. */
export function stockAdjusted(posting: {
  readonly header: PostingHeader;
  readonly accounts: Accounts<'inventory' | 'inventoryAdjustment'>;
  readonly items: readonly (Item & { readonly value: bigint })[];
}): Entry | undefined {
  return system(
    posting.header,
    valueLines(posting.items, posting.accounts.inventory, posting.accounts.inventoryAdjustment),
  );
}

/** The stock that the books begin with. */
export function stockOpened(posting: {
  readonly header: PostingHeader;
  readonly accounts: Accounts<'inventory' | 'openingBalance'>;
  readonly items: readonly (Item & { readonly value: bigint })[];
}): Entry | undefined {
  const lines = valueLines(posting.items, posting.accounts.inventory, posting.accounts.openingBalance);
  return mergedEntry({ ...posting.header, kind: 'opening' }, lines);
}

function costLines({ items, accounts }: GoodsPosting): EntryLine[] {
  return items.flatMap(({ cost, inventoryAccount, costAccount, dimensionIds, ...about }) => [
    { ...about, account: costAccount ?? accounts.costOfGoods, amount: cost, ...(dimensionIds && { dimensionIds }) },
    { ...about, account: inventoryAccount ?? accounts.inventory, amount: -cost },
  ]);
}

function valueLines(
  items: readonly (Item & { readonly value: bigint })[],
  inventory: string,
  against: string,
): EntryLine[] {
  return items.flatMap(({ value, inventoryAccount, costAccount, ...about }) => [
    { ...about, account: inventoryAccount ?? inventory, amount: value },
    { ...about, account: costAccount ?? against, amount: -value },
  ]);
}

function system(header: PostingHeader, lines: readonly EntryLine[]): Entry | undefined {
  return mergedEntry({ ...header, kind: 'system' }, lines);
}
