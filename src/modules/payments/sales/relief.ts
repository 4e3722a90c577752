import { sum } from '../../../core/list.ts';
import { sliceOf } from '../../../core/share.ts';

/** The tax no longer owed on part of a sale, as stored in JSON; negative when it is owed again. */
export type Relief = {
  readonly rate_id: string;
  readonly account_id: string;
  readonly base: string;
  readonly amount: string;
};

/** Those of each rate together. */
export function summed(taxes: readonly Relief[]): Relief[] {
  const byRate = Map.groupBy(taxes, (tax) => tax.rate_id);
  return [...byRate.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const total = (name: 'base' | 'amount') => sum(same.map((tax) => BigInt(tax[name]))).toString();
    return [{ ...first, base: total('base'), amount: total('amount') }];
  });
}

/** The slice of a tax that falls to a part of its debt. */
export function reliefPart(tax: Relief, part: { from: bigint; to: bigint; of: bigint }): Relief {
  const slice = (amount: string) => sliceOf(BigInt(amount), part).toString();
  return { ...tax, base: slice(tax.base), amount: slice(tax.amount) };
}
