import { z } from 'zod';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Text, Version } from '../../wire/index.ts';
import { openDay, post, reversalDate, reversalDay } from '../ledger/index.ts';
import {
  lockRevaluation,
  readRevaluation,
  Revaluation,
  revaluationRecord,
  revaluationVoided,
  wireRevaluation,
} from './revaluation.ts';
import { takeBack } from './take-back.ts';

export const voidRevaluation = operation({
  name: 'void_revaluation',
  summary: 'Void an exchange revaluation and the entry that posts it back.',
  http: 'POST /revaluations/{id}/void',
  effect: 'destructive',
  permission: 'ledger:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  noUndo: 'voided',
  input: z.strictObject({
    id: Id('revaluation'),
    reason: Text(500).optional(),
    date: reversalDate,
    version: Version.optional(),
  }),
  output: Revaluation,
  refuses: [invalidStateTransition, notFound, validationFailed, versionConflict],
  emits: [revaluationVoided],
  async run(context, { id, reason = null, date, version }) {
    const source = { type: 'revaluation', id, event: revaluationVoided.type };
    const [row, open] = await Promise.all([
      lockRevaluation(context, id, version),
      openDay(context, source, context.today),
    ]);
    if (row.voided_on !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
    context.before(wireRevaluation(revaluationRecord(context, row)));
    const day = reversalDay(context, { asked: date, open, recorded: row.revalued_on });
    post(context, await takeBack(context, { id }, { date: day, reason }));
    return revaluationRecord(context, await readRevaluation(context, id));
  },
});
