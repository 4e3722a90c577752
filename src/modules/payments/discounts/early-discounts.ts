import { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import { discountOf, discountOn, discountWith } from '../../../core/early-discount.ts';
import type { Context } from '../../../operation/operation.ts';
import { settingsOf } from '../../organization/index.ts';
import type { SaleRow } from '../../sales/index.ts';

export const earlyDiscountInput = z
  .boolean()
  .default(true)
  .describe('Takes the early-payment discounts that it is in time for. false: what is missing stays due.');

/** A sale or an expense; `due` in minor units. */
export type DiscountedDebt = Pick<SaleRow, 'early_discounts'> & { readonly id: string; readonly due: bigint };

/** Early-payment discounts of debts paid on a day, in minor units, by their ids. */
export type EarlyDiscounts = {
  /** Of all that is due. */
  readonly whole: (id: string) => bigint;
  /** With so much money. */
  readonly with: (id: string, paid: bigint) => bigint;
};

export const noDiscounts: EarlyDiscounts = { whole: () => 0n, with: () => 0n };

type Paying = { readonly paid: Day; readonly isWanted: boolean };

/** Reads how long money may take only where there is a discount to be in time for. */
export async function earlyDiscountsOn(
  context: Context,
  debts: readonly DiscountedDebt[],
  { paid, isWanted }: Paying,
): Promise<EarlyDiscounts> {
  if (!isWanted || debts.every((debt) => debt.early_discounts.length === 0)) return noDiscounts;
  const { discountGraceDays: grace } = await settingsOf(context);
  const known = new Map(
    debts.map(({ id, due, early_discounts: stored }) => {
      const tiers = stored.map((tier) => ({ ...tier, percent: BigInt(tier.percent) }));
      return [id, { due, percent: discountOn(tiers, { paid, grace })?.percent ?? 0n }];
    }),
  );
  const of = (id: string) => known.get(id) ?? { due: 0n, percent: 0n };
  return {
    whole: (id) => discountOf(of(id).due, of(id).percent),
    with: (id, money) => discountWith(money, of(id)),
  };
}
