import type { Context } from '../../../operation/operation.ts';
import type { AccountsByRole, Posting } from '../../ledger/index.ts';
import { reliefOf } from '../../sales/index.ts';
import type { AllocationRow } from '../payment-row.ts';
import type { Share } from '../plan-payment.ts';
import { discountTaxes, writeDiscount } from './write-discount.ts';

type With = {
  readonly allocation: AllocationRow;
  readonly accounts: AccountsByRole;
  readonly paymentId?: string | undefined;
};

/**
 * Grants the discount of a share on the day that its money settles the sale. `settled` is what both take of the worth
 * of the sale; null in the base currency.
 */
export function grantWith(
  context: Context,
  { sale, amount: paid, discount = 0n }: Share,
  { allocation: { base, allocated_on: date }, accounts, paymentId }: With,
): { readonly settled: bigint | null; readonly postings: readonly Posting[] } {
  if (discount === 0n) return { settled: base, postings: [] };
  const after = {
    ...sale,
    amount_paid: sale.amount_paid + paid,
    base_settled: sale.base_settled === null ? null : sale.base_settled + (base ?? 0n),
  };
  const worth = reliefOf(after, discount);
  const taxes = discountTaxes(sale, discount, accounts);
  const postings = writeDiscount(context, { sale, amount: discount, base: worth, taxes, date, paymentId }, accounts);
  return { settled: base === null ? null : base + (worth ?? 0n), postings };
}
