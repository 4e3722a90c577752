import { daysAfter } from '../../../core/instant.ts';
import { idleDays, lifetimeDays } from './practice.ts';

/** When a practice is over that began then and was last written to at `now`; RFC 3339. */
export function expiryAfter(began: string, now: string): string {
  const [idle, last] = [daysAfter(now, idleDays), daysAfter(began, lifetimeDays)];
  return idle < last ? idle : last;
}
