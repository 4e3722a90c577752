import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Import, importRecord } from './import.ts';
import { readImport } from './store.ts';

export const getImport = operation({
  name: 'get_import',
  summary: 'Get the status and progress of an import, with its number of failed records.',
  http: 'GET /imports/{id}',
  effect: 'read',
  permission: 'data:import',
  mcp: 'action',
  input: z.strictObject({ id: Id('import') }),
  output: Import,
  refuses: [notFound],
  run: async (context, { id }) => importRecord(await readImport(context, id)),
});
