import { event } from '../../../operation/events.ts';
import { BankLine } from '../lines/bank-line.ts';

/** Without names, accounts and texts of others. */
const LineNotice = BankLine.pick({
  id: true,
  bank_account_id: true,
  booking_date: true,
  currency: true,
  amount: true,
  match_state: true,
});

export const lineMatchedEvent = event('bank_line.matched', LineNotice);
export const lineUnmatched = event('bank_line.unmatched', LineNotice);
export const lineExcluded = event('bank_line.excluded', LineNotice);
export const lineRestored = event('bank_line.restored', LineNotice);
