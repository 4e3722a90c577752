import { z } from 'zod';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneForEachRow } from '../../../operation/undo.ts';
import { lineMatchedEvent } from './events.ts';
import { eachInput, matchEach, MatchedEach } from './match-each.ts';

export const matchBankLines = operation({
  name: 'match_bank_lines',
  summary: 'Match all open lines of a bank account that are certain, oldest first.',
  guidance:
    'Certain is what a reference, number, known account or recorded money proves to the cent, with no other match ' +
    'near; else a bank rule that books. Repeat with `after` until `next_after` is null.',
  http: 'POST /bank-accounts/{id}/match-lines',
  effect: 'write',
  permission: 'bank:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  paysOut: true,
  undo: undoneForEachRow('matched', 'line_id', 'unmatch_bank_line'),
  input: z.strictObject(eachInput),
  output: MatchedEach,
  refuses: [notFound, validationFailed],
  emits: [lineMatchedEvent],
  run: (context, input) => matchEach(context, input, (_, [best]) => (best?.isCertain === true ? best : undefined)),
});
