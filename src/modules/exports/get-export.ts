import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Export, readArchive } from './export.ts';

export const getExport = operation({
  name: 'get_export',
  summary: 'How far an archive of the organisation is, and until when it is kept. Its bytes are at /content.',
  http: 'GET /exports/{id}',
  effect: 'read',
  permission: 'data:archive',
  mcp: 'action',
  input: z.strictObject({ id: Id('export') }),
  output: Export,
  refuses: [notFound],
  run: (context, { id }) => readArchive(context, id),
});
