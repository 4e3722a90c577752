/** Splits the amount of a line over its targets. */
import { formatMoney, money } from '../../../core/money.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { amountFrom } from '../../sales/index.ts';
import { type Found, type FoundTargets, findTargets } from './find-targets.ts';
import { dimensionsNotWanted, type TargetField, targetFields, type TargetInput } from './match-input.ts';
import { matchIncomplete } from './refusals.ts';

type Part = { readonly id: string; readonly amount: bigint };

/** A sale or an expense, and how much of the line it gets, in minor units without a sign. */
export type ItemShare = Part & { readonly kind: 'sale' | 'expense'; readonly partyId: string | null };
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
export type Share = ItemShare | CreditShare | AccountShare | TransferShare | EntryShare;

type Splitting = {
  readonly bankAccountId: string;
  readonly currency: string;
  /** Signed. */
  readonly amount: bigint;
  readonly fee: bigint;
};

/** Shares that come to the line and the fee exactly. What sales and expenses leave over is credit of their party. */
export async function sharesOf(context: Context, line: Splitting, targets: readonly TargetInput[]): Promise<Share[]> {
  const found = await findTargets(context, line, targets);
  const sign = line.amount < 0n ? -1n : 1n;
  let left = sign * line.amount + line.fee;
  const shares = targets.map((target, index): Share => {
    const share = shareOf(target, { line, found, left: left > 0n ? left : 0n, pointer: `/targets/${index}` });
    left -= share.kind === 'entry' ? sign * share.amount : share.amount;
    return share;
  });
  if (left === 0n) return shares;
  const credit = left > 0n && targets.every(({ amount }) => amount === undefined) ? creditFor(shares, left) : undefined;
  if (credit !== undefined) return [...shares, credit];
  throw matchIncomplete({ left: formatMoney(money(left, line.currency)), currency: line.currency });
}

/** Default for an overpayment. */
function creditFor(shares: readonly Share[], amount: bigint): CreditShare | undefined {
  const owing = shares.flatMap((share) => (share.kind === 'sale' || share.kind === 'expense' ? share : []));
  const [first] = owing;
  const isOfOne = owing.length === shares.length && owing.every(({ partyId }) => partyId === first?.partyId);
  if (first === undefined || first.partyId === null || !isOfOne) return undefined;
  return { kind: first.kind === 'sale' ? 'client' : 'supplier', id: first.partyId, amount };
}

const kindOf: Readonly<Record<TargetField, Share['kind']>> = {
  sale_id: 'sale',
  sale: 'sale',
  expense_id: 'expense',
  expense: 'expense',
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
  readonly left: bigint;
  readonly pointer: string;
};

function shareOf(target: TargetInput, { line, found, left, pointer }: Sharing): Share {
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
  const amount = given ?? (open !== null && open < left ? open : left);
  if (kind === 'account') return { kind, id, amount, dimensions: target.dimension_value_ids ?? [], pointer };
  return kind === 'sale' || kind === 'expense' ? { kind, id, amount, partyId } : { kind, id, amount };
}

function fieldOf(target: TargetInput, pointer: string): TargetField {
  const fields = targetFields.filter((field) => target[field] !== undefined);
  const [field] = fields;
  if (field !== undefined && fields.length === 1) return field;
  throw fault(pointer, 'one_of', `Write one of ${targetFields.join(', ')}.`);
}

const inward: ReadonlySet<Share['kind']> = new Set(['sale', 'client']);
const outward: ReadonlySet<Share['kind']> = new Set(['expense', 'supplier']);

function checkDirection(kind: Share['kind'], { amount }: Splitting, pointer: string): void {
  const isIn = amount > 0n;
  if (!(isIn ? outward : inward).has(kind)) return;
  const message = isIn ? 'Money that came in pays no expense.' : 'Money that went out pays no sale.';
  throw fault(pointer, 'wrong_direction', message);
}
