import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { event } from '../../operation/events.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Document, lockDocument, noteViewed } from '../documents/index.ts';
import { openShare, ShareToken } from './open-share.ts';

const documentViewed = event(
  'document.viewed',
  Document.pick({ id: true, type: true, number: true, client_id: true, viewed_at: true, version: true }),
);

export const viewSharedDocument = operation({
  name: 'view_shared_document',
  summary: 'View a shared document: records the time of the first view.',
  http: 'POST /shared-documents/{token}/view',
  effect: 'write',
  permission: 'public',
  mcp: 'hidden',
  secretInput: ['token'],
  input: z.strictObject({ token: ShareToken }),
  output: z.object({ viewed: z.literal(true) }),
  refuses: [notFound],
  emits: [documentViewed],
  async run(context, { token }) {
    const { id, documentId } = await openShare(context, token);
    const { db, organization, now } = context;
    const viewed = noteViewed(context, await lockDocument(context, { id: documentId }));
    if (viewed !== undefined) context.emit(documentViewed(viewed));
    db.later(sql`
      update document_shares set viewed_at = ${now}
      where organization_id = ${organization} and id = ${id} and viewed_at is null`);
    return { viewed: true as const };
  },
});
