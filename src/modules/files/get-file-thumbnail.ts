import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition, notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, ThumbnailOutput } from '../../wire/index.ts';
import { noThumbnail, thumbnailOf, ThumbnailWidth } from './thumbnail.ts';

export const getFileThumbnail = operation({
  name: 'get_file_thumbnail',
  summary: 'Get a small picture of an image file, as WebP.',
  http: 'GET /files/{id}/thumbnail',
  effect: 'read',
  permission: 'files:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('file'), width: ThumbnailWidth }),
  output: ThumbnailOutput,
  refuses: [notFound, invalidStateTransition, noThumbnail],
  run: (context, { id, width }) => thumbnailOf(context, { from: sql`files f`, where: sql`f.id = ${id}` }, width),
});
