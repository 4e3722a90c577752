import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { AnyFileOutput } from '../../wire/index.ts';
import { attachedFile, readDocument } from '../documents/index.ts';
import { openShare, ShareToken } from './open-share.ts';

const placeMax = 20;

export const getSharedDocumentAttachment = operation({
  name: 'get_shared_document_attachment',
  summary: 'Get a file attached to a shared document, unchanged.',
  http: 'GET /shared-documents/{token}/attachments/{place}',
  effect: 'read',
  permission: 'public',
  mcp: 'hidden',
  cost: 4,
  secretInput: ['token'],
  input: z.strictObject({ token: ShareToken, place: z.string().min(1).max(placeMax) }),
  output: AnyFileOutput,
  refuses: [notFound],
  async run(context, { token, place }) {
    const { documentId } = await openShare(context, token);
    // A malformed position is unknown, like one without a file.
    if (!/^[1-9][0-9]?$/.test(place)) throw notFound();
    const { row } = await readDocument(context, documentId);
    return attachedFile(row.attachments[Number(place) - 1]);
  },
});
