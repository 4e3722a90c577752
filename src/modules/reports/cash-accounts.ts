import type { AccountType } from '../ledger/index.ts';

/** Types of the accounts that hold cash. */
export const cashTypes = ['cash', 'bank'] as const satisfies readonly AccountType[];

export function isCash(type: AccountType): boolean {
  return cashTypes.some((one) => one === type);
}
