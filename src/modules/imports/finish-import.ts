import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Import, importCompleted, importRecord } from './import.ts';
import { endImport } from './run-store.ts';
import { readImport } from './store.ts';

/** Ends an import all of whose records are done. Not in the catalogue, as its work is not. */
export const finishImport = operation({
  name: 'finish_import',
  summary: 'Finish an import that has processed all its records.',
  http: 'POST /imports/{id}/finish',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('import') }),
  output: Import,
  refuses: [notFound],
  emits: [importCompleted],
  async run(context, { id }) {
    const { db, organization, now } = context;
    const isEnded = await endImport(db, { organization, id, now }, null);
    const record = importRecord(await readImport(context, id));
    if (isEnded) context.emit(importCompleted(record));
    return record;
  },
});
