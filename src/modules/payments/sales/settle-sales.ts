import { at } from '../../../core/list.ts';
import type { Context } from '../../../operation/operation.ts';
import type { Posting } from '../../ledger/index.ts';
import { applyPaid, dueOf } from '../../sales/index.ts';
import { grantWith } from '../discounts/grant-with.ts';
import type { AllocationRow } from '../payment-row.ts';
import type { Share } from '../plan-payment.ts';
import { recover, type Recovery } from './write-off.ts';

/** Writes allocations to their sales, with early-payment discounts and recovered write-offs. */
export async function settleSales(
  context: Context,
  shares: readonly Share[],
  { allocations, ...by }: Recovery & { readonly allocations: readonly AllocationRow[] },
): Promise<Posting[]> {
  const beyond = (share: Share) => {
    const over = share.amount - dueOf(share.sale);
    return over > 0n ? over : 0n;
  };
  const granted = shares.map((share, index) =>
    grantWith(context, share, { allocation: at(allocations, index), ...by }),
  );
  applyPaid(
    context,
    shares.map((share, index) => ({
      sale: share.sale,
      by: share.amount,
      writtenOff: -beyond(share),
      discounted: share.discount ?? 0n,
      base: at(granted, index).settled,
    })),
  );
  const debts = shares
    .map((share, index) => ({
      sale: share.sale,
      amount: beyond(share),
      date: at(allocations, index).allocated_on,
    }))
    .filter(({ amount }) => amount > 0n);
  const recovered = await recover(context, debts, by);
  return [...granted.flatMap(({ postings }) => postings), ...recovered.postings];
}
