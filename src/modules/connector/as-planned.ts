import type { Witness } from '../../operation/deed.ts';
import { previewOf } from './preview.ts';
import { planChanged } from './refusals.ts';

/** Takes a write back that does something else than was planned. */
export function asPlanned(plan: Buffer): Witness {
  return async (context, deed) => {
    const now = await previewOf(context, deed);
    if (!now.plan.equals(plan)) throw planChanged();
  };
}
