import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';

const minuteMs = 60_000;
const heldDaysMax = 366;
const dayMs = 24 * 60 * minuteMs;

/** Expiry of a reservation: as given, or after the organisation's holding time. */
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
