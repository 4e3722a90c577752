import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';

const minuteMs = 60_000;
const heldDaysMax = 366;
const dayMs = 24 * 60 * minuteMs;

/** When what is held now is free again: as asked for, or after as many minutes as the organisation holds stock. */
export function expiryOf({ now }: Context, minutes: number, asked?: string): string {
  const begins = Date.parse(now);
  if (asked === undefined) return new Date(begins + minutes * minuteMs).toISOString();
  const ends = Date.parse(asked);
  if (ends <= begins) throw fault('/expires_at', 'in_past', 'Send a time in the future.');
  if (ends > begins + heldDaysMax * dayMs) {
    throw fault('/expires_at', 'too_late', `Hold stock for ${heldDaysMax} days at most.`);
  }
  return asked;
}
