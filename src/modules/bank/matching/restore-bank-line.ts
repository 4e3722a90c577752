import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound, reconciledPeriod } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import type { Undo } from '../../../operation/undo.ts';
import { Id } from '../../../wire/index.ts';
import { lineRestored } from './events.ts';
import { isReconciled } from './known.ts';
import { changeState, keepLineBefore, MatchedLine } from './match.ts';
import { lineNotExcluded } from './refusals.ts';

/** Excludes it again, for the same reason. */
const excludedAgain: Undo = ({ before }) =>
  before === undefined
    ? []
    : [{ operation: 'exclude_bank_line', input: { id: before['id'], reason: before['exclusion_reason'] } }];

export const restoreBankLine = operation({
  name: 'restore_bank_line',
  summary: 'Restore an excluded bank line, so that it can be matched.',
  http: 'POST /bank-lines/{id}/restore',
  effect: 'write',
  permission: 'bank:write',
  mcp: 'action',
  undo: excludedAgain,
  input: z.strictObject({ id: Id('bank_line') }),
  output: MatchedLine,
  refuses: [notFound, lineNotExcluded, reconciledPeriod],
  emits: [lineRestored],
  async run(context, { id }) {
    const { db, organization } = context;
    const current = await db.maybe<{ match_state: string; is_reconciled: boolean }>(sql`
      select match_state, ${isReconciled} as is_reconciled from bank_lines
      where organization_id = ${organization} and id = ${id} for no key update`);
    if (current === undefined) throw notFound();
    if (current.match_state !== 'excluded') throw lineNotExcluded();
    if (current.is_reconciled) throw reconciledPeriod();
    await keepLineBefore(context, id);
    const line = await changeState(context, id, { state: 'open', reason: null });
    context.emit(lineRestored(line));
    return line;
  },
});
