import { refusal } from '../../../operation/errors.ts';

export const lineNotOpen = refusal(
  'bank_line_not_open',
  409,
  'The line cannot be matched as it is.',
  'Match booked lines of final statements. Unmatch or restore a line that is matched or excluded first.',
);
export const lineNotMatched = refusal(
  'bank_line_not_matched',
  409,
  'The line is not matched.',
  'List lines with `match_state=matched`.',
);
export const lineNotExcluded = refusal(
  'bank_line_not_excluded',
  409,
  'The line is not excluded.',
  'List lines with `match_state=excluded`.',
);
export const matchIncomplete = refusal(
  'bank_match_incomplete',
  422,
  'The targets do not come to the amount of the line.',
  'Change an amount, or add a target for the rest: credit by `client_id` or `supplier_id`, or an `account_id`.',
);
export const bankLineUnclear = refusal(
  'bank_line_unclear',
  409,
  'It is not clear which bank line is meant.',
  'Send `bank_line_id` of one of `candidates`, or say more of the line: its day, amount, text or counterparty.',
);
export const entryMatched = refusal(
  'bank_entry_matched',
  409,
  'That entry is matched with another line of the bank account.',
  'Unmatch the other line first, or match this one with something else.',
  ['bank_matches_entry_key'],
);
export const lineMatched = refusal(
  'bank_line_matched',
  409,
  'A line is matched, so it stays as it is.',
  'Unmatch the line first, with unmatch_bank_line.',
  ['bank_lines_matched_stands', 'bank_matches_line_fkey'],
);
