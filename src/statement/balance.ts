import { type Money, money } from '../core/money.ts';
import type { Statement } from './model.ts';
import { effectOf } from './running-balance.ts';

/** `unknown`: the statement does not say both balances. */
export type BalanceCheck = {
  readonly state: 'balanced' | 'broken' | 'unknown';
  /** Difference between the closing balance and the opening one plus the lines. */
  readonly difference: Money | null;
};

/** Opening + booked lines = closing. Pending lines and notes are in no balance. */
export function checkBalance({
  opening,
  closing,
  lines,
}: Pick<Statement, 'opening' | 'closing' | 'lines'>): BalanceCheck {
  if (opening === null || closing === null) return { state: 'unknown', difference: null };
  const moved = lines.filter(({ status }) => status === 'booked').reduce((sum, line) => sum + effectOf(line), 0n);
  const difference = money(closing.amount.minor - opening.amount.minor - moved, closing.amount.currency);
  return { state: difference.minor === 0n ? 'balanced' : 'broken', difference };
}
