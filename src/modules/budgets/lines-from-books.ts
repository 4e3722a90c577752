import { addDays, addMonths, type Day } from '../../core/calendar.ts';
import { at } from '../../core/list.ts';
import { divide } from '../../core/rounding.ts';
import type { Context } from '../../operation/operation.ts';
import { accountMovements, resultOf } from '../ledger/index.ts';
import type { PlannedLine } from './planned-lines.ts';

/** A whole in the scale of percentages as they come in: 1/100,000 of a percent. */
const whole = 10_000_000n;

type Asked = { readonly from: Day; readonly months: number; readonly changePercent: bigint };

/** What each account of income and costs came to in as many months from a day on, changed by a percentage. */
export async function linesFromBooks(context: Context, { from, months, changePercent }: Asked): Promise<PlannedLine[]> {
  const periods = Array.from({ length: months }, (_, month) => ({
    from: addMonths(from, month),
    to: addDays(addMonths(from, month + 1), -1),
  }));
  const moved = await accountMovements(context, ['revenue', 'expense'], periods);
  const byAccount = Map.groupBy(moved, ({ id }) => id);
  return Array.from(byAccount.values(), (all) => {
    const { id, code, name } = at(all, 0);
    const amounts = Array.from({ length: months }, () => 0n);
    for (const movement of all) {
      amounts[movement.period] = divide(resultOf(movement) * (whole + changePercent), whole, 'half_up');
    }
    return { account: { id, code, name }, value: null, amounts };
  }).filter(({ amounts }) => amounts.some((amount) => amount !== 0n));
}
