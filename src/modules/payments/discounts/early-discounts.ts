import { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import { discountOf, discountOn, discountWith } from '../../../core/early-discount.ts';
import type { Context } from '../../../operation/operation.ts';
import { settingsOf } from '../../organization/index.ts';
import { dueOf, type Payable } from '../../sales/index.ts';

export const earlyDiscountInput = z
  .boolean()
  .default(true)
  .describe('Grants the early-payment discounts that it is in time for. false: what is missing stays due.');

/** What sales let off who pays on a day, in minor units. */
export type EarlyDiscounts = {
  /** Of all that is due. */
  readonly whole: (sale: Payable) => bigint;
  /** With so much money. */
  readonly with: (sale: Payable, paid: bigint) => bigint;
};

export const noDiscounts: EarlyDiscounts = { whole: () => 0n, with: () => 0n };

type Paying = { readonly paid: Day; readonly isWanted: boolean };

/** Reads how long money may take only where there is a discount to be in time for. */
export async function earlyDiscountsOn(
  context: Context,
  sales: readonly Payable[],
  { paid, isWanted }: Paying,
): Promise<EarlyDiscounts> {
  if (!isWanted || sales.every((sale) => sale.early_discounts.length === 0)) return noDiscounts;
  const { discountGraceDays: grace } = await settingsOf(context);
  const percents = new Map(
    sales.map(({ id, early_discounts: stored }) => {
      const tiers = stored.map((tier) => ({ ...tier, percent: BigInt(tier.percent) }));
      return [id, discountOn(tiers, { paid, grace })?.percent ?? 0n];
    }),
  );
  const percentOf = ({ id }: Payable) => percents.get(id) ?? 0n;
  return {
    whole: (sale) => discountOf(dueOf(sale), percentOf(sale)),
    with: (sale, money) => discountWith(money, { due: dueOf(sale), percent: percentOf(sale) }),
  };
}
