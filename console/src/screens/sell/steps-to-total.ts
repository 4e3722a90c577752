import type { Totals } from '../../api/types.ts';
import { isNothing, minus } from '../../kit/values.ts';
import { words } from '../../words/index.ts';

type Step = { readonly key: string; readonly name: string; readonly amount: string };

/** Steps from the lines to the total, so that a reader who adds them up gets the same figure. */
export function stepsToTotal({ net, taxes, withheld, after_tax_discount, rounding }: Totals): readonly Step[] {
  const w = words.value;
  const off = (amount: string) => (isNothing(amount) ? amount : minus('0', amount));
  const rest = [
    { key: 'withheld', name: w.withheld, amount: off(withheld) },
    { key: 'discount', name: w.discount, amount: off(after_tax_discount) },
    { key: 'rounding', name: w.rounding, amount: rounding },
  ];
  return [
    { key: 'net', name: w.net, amount: net },
    ...taxes.map(({ rate_id, name, amount }) => ({ key: rate_id, name, amount })),
    ...rest.filter(({ amount }) => !isNothing(amount)),
  ];
}
