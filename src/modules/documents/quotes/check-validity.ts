import type { Day } from '../../../core/calendar.ts';
import { fault } from '../../../operation/fault.ts';

/** An issued quote is valid until some day, and that of its issue at least. */
export function checkValidity(issued: Day, until: Day | null): void {
  if (until === null)
    throw fault('/valid_until', 'required', 'An issued quote needs an expiry date, such as "2026-03-31".');
  if (until < issued) throw fault('/valid_until', 'before_issue', `Write ${issued}, the issue date, or a later date.`);
}
