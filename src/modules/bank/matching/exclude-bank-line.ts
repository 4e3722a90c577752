import { z } from 'zod';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Id, Text } from '../../../wire/index.ts';
import { lineExcluded } from './events.ts';
import { lockOpenLines } from './lock-lines.ts';
import { changeState, keepLineBefore, MatchedLine } from './match.ts';
import { lineNotOpen } from './refusals.ts';

export const excludeBankLine = operation({
  name: 'exclude_bank_line',
  summary: 'Exclude a bank line from the books, such as one that the bank booked by mistake.',
  guidance: 'Nothing is posted. Undo it with restore_bank_line.',
  http: 'POST /bank-lines/{id}/exclude',
  effect: 'write',
  permission: 'bank:write',
  mcp: 'action',
  undo: undoneBy('restore_bank_line'),
  input: z.strictObject({ id: Id('bank_line'), reason: Text(500).describe('Why it is not in the books.') }),
  output: MatchedLine,
  refuses: [notFound, validationFailed, lineNotOpen],
  emits: [lineExcluded],
  async run(context, { id, reason }) {
    await lockOpenLines(context, [id]);
    await keepLineBefore(context, id);
    const line = await changeState(context, id, { state: 'excluded', reason });
    context.emit(lineExcluded(line));
    return line;
  },
});
