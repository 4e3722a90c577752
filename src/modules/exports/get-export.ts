import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Export, readArchive } from './export.ts';

export const getExport = operation({
  name: 'get_export',
  summary: 'Get the status and expiry of an export of the organisation. Its bytes are at /content.',
  http: 'GET /exports/{id}',
  effect: 'read',
  permission: 'data:archive',
  mcp: 'action',
  input: z.strictObject({ id: Id('export') }),
  output: Export,
  refuses: [notFound],
  run: (context, { id }) => readArchive(context, id),
});
