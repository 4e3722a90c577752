import { z } from 'zod';
import { invalidStateTransition } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { noteOutcomes, Outcome } from './run-store.ts';

/**
 * Notes what becomes of records, in the transaction that brings them in: after a crash it is known of each whether it
 * came in. Not in the catalogue, since only the work of an import knows what to note.
 *
 * Called first, so that of two who run the same import one waits here, and then finds its records done.
 */
export const advanceImport = operation({
  name: 'advance_import',
  summary: 'Advance an import with the results of its records.',
  http: 'POST /imports/{id}/advance',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('import'), from: z.int(), outcomes: z.array(Outcome) }),
  output: z.object({ id: Id('import') }),
  refuses: [invalidStateTransition],
  async run({ db, organization, now }, { id, from, outcomes }) {
    if (!(await noteOutcomes(db, { organization, id, from, now }, outcomes))) throw invalidStateTransition();
    return { id };
  },
});
