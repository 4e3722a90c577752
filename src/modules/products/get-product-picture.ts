import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, ThumbnailOutput } from '../../wire/index.ts';
import { noThumbnail, pictureOf, ThumbnailWidth } from '../files/index.ts';

export const getProductPicture = operation({
  name: 'get_product_picture',
  summary: 'Get a picture of a product in one of three sizes, as WebP.',
  guidance: 'A product lists its pictures in `picture_ids`, the main one first; set them with update_product.',
  http: 'GET /products/{id}/pictures/{file_id}',
  effect: 'read',
  permission: 'products:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('product'), file_id: Id('file'), width: ThumbnailWidth }),
  output: ThumbnailOutput,
  refuses: [notFound, noThumbnail],
  run: (context, { id, file_id: fileId, width }) => pictureOf(context, { id, fileId, width }),
});
