import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { fieldsInput } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { FileRecord } from './file.ts';
import { fileRecord, readFile } from './store.ts';

export const getFile = operation({
  name: 'get_file',
  summary: 'Get the details of a file and the records it is attached to. Its bytes are at /content.',
  http: 'GET /files/{id}',
  effect: 'read',
  permission: 'files:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('file'), fields: fieldsInput(FileRecord).optional() }),
  output: FileRecord,
  refuses: [notFound],
  async run(context, { id }) {
    return fileRecord(context, await readFile(context, id));
  },
});
