/** Splits the amount of a line over its targets. */
import { type Day, laterOf } from '../../../core/calendar.ts';
import { percentScale, powerOfTen } from '../../../core/decimal.ts';
import { discountOf, discountWith } from '../../../core/early-discount.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { type EarlyDiscounts, earlyDiscountsOn } from '../../payments/index.ts';
import { amountFrom } from '../../sales/index.ts';
import { type Found, type FoundTargets, findTargets } from './find-targets.ts';
import { dimensionsNotWanted, type TargetField, targetFields, type TargetInput } from './match-input.ts';
import { matchIncomplete } from './refusals.ts';

type Part = { readonly id: string; readonly amount: bigint };

/** A sale or an expense, and how much of the line it gets, in minor units without a sign. */
export type ItemShare = Part & {
  readonly kind: 'sale' | 'expense';
  readonly partyId: string | null;
  /** What it owed before. */
  readonly open: bigint;
  /** The first day on which it is paid by this line. */
  readonly day: Day;
  /** Early-payment discount of all that it owed, and the part of it that falls to the amount. */
  readonly discount: bigint;
  readonly earned: bigint;
  /** Named by the caller, so that it is not raised to use up the line. */
  readonly isGiven: boolean;
};
/** A payment of a client, and how much of it goes back. */
export type ReturnShare = Part & { readonly kind: 'payment' };
/** Credit of a client or with a supplier. */
export type CreditShare = Part & { readonly kind: 'client' | 'supplier' };
/** An account of the chart. */
export type AccountShare = Part & {
  readonly kind: 'account';
  readonly dimensions: readonly string[];
  /** Of its target in the input. */
  readonly pointer: string;
};
/** The other line of a transfer, or the account that it is on. */
type TransferShare = Part & { readonly kind: 'bank_line' | 'bank_account' };
/** An entry that is there, with its own sign. */
type EntryShare = Part & { readonly kind: 'entry' };
export type Share = ItemShare | ReturnShare | CreditShare | AccountShare | TransferShare | EntryShare;

type Splitting = {
  readonly bankAccountId: string;
  readonly currency: string;
  readonly day: Day;
  /** Signed. */
  readonly amount: bigint;
  readonly fee: bigint;
};

/** Where money goes that nothing needs: credit of the one party by default, as long as no amount was named. */
export type Surplus = 'credit' | 'refused' | { readonly accountId: string; readonly pointer: string };

type Wanted = {
  readonly targets: readonly TargetInput[];
  /** Early-payment discount, instead of what is in time; in millionths of a percent. */
  readonly percent?: bigint | undefined;
  readonly surplus?: Surplus | undefined;
};

/**
 * Shares that come to the line and the fee exactly. A bank keeps its fee of what comes in, and takes it on top of what
 * goes out. Sales and expenses are paid less their discounts, which are paid too with money that nothing else needs.
 */
export async function sharesOf(context: Context, line: Splitting, wanted: Wanted): Promise<Share[]> {
  const { targets, surplus = 'credit' } = wanted;
  const found = await findTargets(context, line, targets);
  const early = await discountsOn(context, line, { found, ...wanted });
  const sign = line.amount < 0n ? -1n : 1n;
  let left = sign * line.amount + sign * line.fee;
  const shares = targets.map((target, index): Share => {
    const pointer = `/targets/${index}`;
    const share = shareOf(target, { line, found, early, left: left > 0n ? left : 0n, pointer });
    left -= share.kind === 'entry' ? sign * share.amount : share.amount;
    return share;
  });
  const full = shares.map((share): Share => {
    if (!isItem(share) || share.isGiven || left <= 0n) return share;
    const spared = share.open - share.amount;
    const more = spared < left ? spared : left;
    left -= more;
    return withAmount(share, share.amount + more, early);
  });
  if (left === 0n) return full;
  if (left > 0n && typeof surplus === 'object') {
    const { accountId: id, pointer } = surplus;
    return [...full, { kind: 'account', id, amount: left, dimensions: [], pointer }];
  }
  const mayKeep = surplus === 'credit' && left > 0n && targets.every(({ amount }) => amount === undefined);
  const credit = mayKeep ? creditFor(full, left) : undefined;
  if (credit !== undefined) return [...full, credit];
  throw matchIncomplete({ left: formatMoney(money(left, line.currency)), currency: line.currency });
}

function isItem(share: Share): share is ItemShare {
  return share.kind === 'sale' || share.kind === 'expense';
}

type Discounting = Pick<Wanted, 'targets' | 'percent'> & { readonly found: FoundTargets };

/** At the percentage that the caller named, else what each is in time for. */
async function discountsOn(
  context: Context,
  { day }: Splitting,
  { targets, percent, found }: Discounting,
): Promise<EarlyDiscounts> {
  const named = targets.flatMap((target) =>
    targetFields.flatMap((field) => found[field].get(target[field] ?? '') ?? []),
  );
  const debts = named.flatMap(({ id, open, owed }) =>
    open === null || owed === undefined ? [] : [{ id, due: open, early_discounts: owed.early_discounts }],
  );
  if (percent === undefined) return earlyDiscountsOn(context, debts, { paid: day, isWanted: true });
  if (percent <= 0n || percent >= wholePercent) {
    throw fault('/discount_percent', 'out_of_range', 'Write a percentage above 0 and below 100.');
  }
  if (debts.length === 0) throw fault('/discount_percent', 'not_used', 'Leave it out, or name sales or expenses.');
  const due = new Map(debts.map((debt) => [debt.id, debt.due]));
  return {
    whole: (id) => discountOf(due.get(id) ?? 0n, percent),
    with: (id, paid) => discountWith(paid, { due: due.get(id) ?? 0n, percent }),
  };
}

const wholePercent = 100n * powerOfTen(percentScale);

function withAmount(share: ItemShare, amount: bigint, early: EarlyDiscounts): ItemShare {
  return { ...share, amount, earned: early.with(share.id, amount) };
}

/** Default for an overpayment. */
function creditFor(shares: readonly Share[], amount: bigint): CreditShare | undefined {
  const owing = shares.filter(isItem);
  const [first] = owing;
  const isOfOne = owing.length === shares.length && owing.every(({ partyId }) => partyId === first?.partyId);
  if (first === undefined || first.partyId === null || !isOfOne) return undefined;
  return { kind: first.kind === 'sale' ? 'client' : 'supplier', id: first.partyId, amount };
}

export const kindOf: Readonly<Record<TargetField, Share['kind']>> = {
  sale_id: 'sale',
  sale: 'sale',
  expense_id: 'expense',
  expense: 'expense',
  payment_id: 'payment',
  client_id: 'client',
  supplier_id: 'supplier',
  entry_id: 'entry',
  bank_line_id: 'bank_line',
  bank_account_id: 'bank_account',
  account_id: 'account',
};

type Sharing = {
  readonly line: Splitting;
  readonly found: FoundTargets;
  readonly early: EarlyDiscounts;
  readonly left: bigint;
  readonly pointer: string;
};

function shareOf(target: TargetInput, { line, found, early, left, pointer }: Sharing): Share {
  const field = fieldOf(target, pointer);
  const kind = kindOf[field];
  if (kind !== 'account' && target.dimension_value_ids !== undefined) throw dimensionsNotWanted(pointer);
  const record: Found | undefined = found[field].get(target[field] ?? '');
  if (record === undefined) throw new RangeError(`${pointer} was never found`);
  checkDirection(kind, line, pointer);
  const { id, open, partyId } = record;
  if (kind === 'entry') return { kind, id, amount: record.amount ?? 0n };
  const given = target.amount === undefined ? undefined : amountFrom(target.amount, `${pointer}/amount`, line.currency);
  if (given !== undefined && given <= 0n) {
    throw fault(`${pointer}/amount`, 'not_positive', 'Write an amount above zero.');
  }
  if (kind === 'sale' || kind === 'expense') {
    const { day } = record.owed ?? { day: line.day };
    const owed = { kind, id, partyId, open: open ?? 0n, day: laterOf(line.day, day), isGiven: given !== undefined };
    const discount = early.whole(id);
    const payable = owed.open - discount;
    const amount = given ?? (payable < left ? payable : left);
    if (amount === 0n) throw fault(pointer, 'nothing_left', 'Nothing of the line is left for this one: leave it out.');
    return { ...owed, discount, amount, earned: early.with(id, amount) };
  }
  if (kind === 'payment') {
    const most = open ?? 0n;
    return { kind, id, amount: given ?? (most < left ? most : left) };
  }
  const amount = given ?? left;
  if (kind === 'account') return { kind, id, amount, dimensions: target.dimension_value_ids ?? [], pointer };
  return { kind, id, amount };
}

function fieldOf(target: TargetInput, pointer: string): TargetField {
  const fields = targetFields.filter((field) => target[field] !== undefined);
  const [field] = fields;
  if (field !== undefined && fields.length === 1) return field;
  throw fault(pointer, 'one_of', `Write one of ${targetFields.join(', ')}.`);
}

const inward: ReadonlySet<Share['kind']> = new Set(['sale', 'client']);
const outward: ReadonlySet<Share['kind']> = new Set(['expense', 'supplier', 'payment']);

function checkDirection(kind: Share['kind'], { amount }: Splitting, pointer: string): void {
  const isIn = amount > 0n;
  if (!(isIn ? outward : inward).has(kind)) return;
  const message = isIn
    ? 'Money that came in pays no expense and gives none back.'
    : 'Money that went out pays no sale.';
  throw fault(pointer, 'wrong_direction', message);
}
