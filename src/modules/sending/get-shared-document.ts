import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { openShare, ShareToken } from './open-share.ts';
import { readShared, SharedDocument } from './shared-document.ts';

export const getSharedDocument = operation({
  name: 'get_shared_document',
  summary: 'Get a shared document by its link, as its client sees it. No login needed.',
  http: 'GET /shared-documents/{token}',
  effect: 'read',
  permission: 'public',
  mcp: 'hidden',
  secretInput: ['token'],
  input: z.strictObject({ token: ShareToken }),
  output: SharedDocument,
  refuses: [notFound],
  async run(context, { token }) {
    const { documentId, isViewed } = await openShare(context, token);
    return readShared(context, documentId, isViewed);
  },
});
