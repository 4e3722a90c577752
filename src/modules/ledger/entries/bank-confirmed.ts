import { refusal } from '../../../operation/errors.ts';

/** Of whatever would reverse an entry that a line of a bank statement is matched with. */
export const bankConfirmed = refusal(
  'bank_confirmed',
  409,
  'A line of a bank statement is matched with this money.',
  'Unmatch the line first, with unmatch_bank_line; list_bank_lines finds it by its amount and day.',
  ['bank_matches_entry_stands'],
);
