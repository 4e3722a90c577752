import { sum } from '../../core/list.ts';
import { shareOut } from '../../core/share.ts';
import type { EntryLine } from '../../core/entry.ts';
import type { HeldByValues } from '../ledger/index.ts';

/** A line of a record as the books have it, and what it is to be for; debits are positive. */
export type BookedLine = {
  readonly ids: readonly string[];
  readonly account: string;
  readonly amount: bigint;
  /** Of its goods, on accounts of cost of sales. */
  readonly cost?: bigint;
  readonly clientId?: string | undefined;
  /** As it was entered, and nothing else moves with it. */
  readonly isAlone?: boolean;
  readonly next: readonly string[] | undefined;
};

/**
 * The lines of the entry that moves what some lines of a record came to from their values to others, account by
 * account: each account gets as much as it loses.
 *
 * A line takes its share of all that the record has under its values, so that what came later, such as the discount of
 * a supplier, moves with it. Where it names none, others of the record do so too that are of no line: it then takes
 * what it was posted with.
 */
export function movesOf(lines: readonly BookedLine[], held: readonly HeldByValues[]): EntryLine[] {
  return lines.flatMap((line) => {
    const { next, ids, clientId } = line;
    if (next === undefined || isSame(next, ids)) return [];
    return amountsOf(line, { lines, held }).flatMap(({ account, amount }): EntryLine[] => [
      { account, amount: -amount, clientId, dimensionIds: ids },
      { account, amount, clientId, dimensionIds: next },
    ]);
  });
}

type Amount = { readonly account: string; readonly amount: bigint };
type Record = { readonly lines: readonly BookedLine[]; readonly held: readonly HeldByValues[] };

function amountsOf(line: BookedLine, { lines, held }: Record): Amount[] {
  const own = { account: line.account, amount: line.amount };
  if (line.isAlone === true) return [own];
  const alike = lines.filter(({ ids }) => isSame(ids, line.ids));
  const shared = held
    .filter(({ ids }) => isSame(ids, line.ids))
    .flatMap((one): Amount[] => {
      if (line.ids.length === 0 && !isOfGoods(one, alike)) return [];
      const weights = weightsOn(one, alike);
      const share = sum(weights) === 0n ? 0n : shareOut(one.amount, weights)[alike.indexOf(line)];
      return [{ account: one.account, amount: share ?? 0n }];
    });
  const all = line.ids.length === 0 ? [own, ...shared] : shared;
  return all.filter(({ amount }) => amount !== 0n);
}

/** How much of what an account has each line is behind: of an account that lines were posted to, those alone. */
function weightsOn(held: HeldByValues, alike: readonly BookedLine[]): bigint[] {
  if (isOfGoods(held, alike)) return alike.map(({ cost = 0n }) => cost);
  const isPostedTo = alike.some(({ account }) => account === held.account);
  return alike.map(({ account, amount }) => (isPostedTo && account !== held.account ? 0n : amount));
}

function isOfGoods({ account, type }: HeldByValues, alike: readonly BookedLine[]): boolean {
  return type === 'cost_of_goods_sold' && alike.every((one) => one.account !== account && one.cost !== undefined);
}

export function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((id, index) => id === right[index]);
}
