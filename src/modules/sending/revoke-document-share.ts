import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Share, shareColumns, type ShareRow } from './share.ts';

export const revokeDocumentShare = operation({
  name: 'revoke_document_share',
  summary: 'Revoke a share link to a document. It stops working at once.',
  http: 'POST /document-shares/{id}/revoke',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  noUndo: 'ended',
  input: z.strictObject({ id: Id('document_share') }),
  output: Share,
  refuses: [notFound],
  async run(context, { id }) {
    const { db, organization, now } = context;
    const [before, share] = await Promise.all([
      db.maybe<ShareRow>(sql`
        select ${shareColumns(now)} from document_shares
        where organization_id = ${organization} and id = ${id} for update`),
      db.maybe<ShareRow>(sql`
        update document_shares set revoked_at = coalesce(revoked_at, ${now})
        where organization_id = ${organization} and id = ${id} returning ${shareColumns(now)}`),
    ]);
    if (before === undefined || share === undefined) throw notFound();
    context.before(encoderOf(Share)(before));
    return share;
  },
});
