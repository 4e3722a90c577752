import { z } from 'zod';
import { afterwards } from '../../operation/afterwards.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { checkImage, type ImageFormat } from '../../render/image.ts';
import { ImageOutput } from '../../wire/index.ts';
import { keptLook, logoBytes, pagesFile } from '../documents/index.ts';
import { openShare, ShareToken } from './open-share.ts';

export const getSharedDocumentLogo = operation({
  name: 'get_shared_document_logo',
  summary: 'Get the logo of a shared document, as an image.',
  http: 'GET /shared-documents/{token}/logo',
  effect: 'read',
  permission: 'public',
  mcp: 'hidden',
  secretInput: ['token'],
  input: z.strictObject({ token: ShareToken }),
  output: ImageOutput,
  refuses: [notFound],
  async run(context, { token }) {
    const { documentId } = await openShare(context, token);
    const look = await keptLook(context, documentId);
    if (look === undefined || look.logo === null) throw notFound();
    return afterwards(async (afterCommit) => {
      const bytes = await logoBytes(afterCommit, look);
      if (bytes === null) throw notFound();
      const { format } = checkImage(bytes);
      return pagesFile(`logo.${endings[format]}`, types[format], bytes);
    });
  },
});

const types: Readonly<Record<ImageFormat, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};
const endings: Readonly<Record<ImageFormat, string>> = { png: 'png', jpeg: 'jpg', webp: 'webp', svg: 'svg' };
