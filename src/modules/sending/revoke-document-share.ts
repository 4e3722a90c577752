import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Share, shareColumns, type ShareRow } from './share.ts';

export const revokeDocumentShare = operation({
  name: 'revoke_document_share',
  summary: 'Ends a link to a document: from now on it shows nothing.',
  http: 'POST /document-shares/{id}/revoke',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  input: z.strictObject({ id: Id('document_share') }),
  output: Share,
  refuses: [notFound],
  async run({ db, organization, now }, { id }) {
    const share = await db.maybe<ShareRow>(sql`
      update document_shares set revoked_at = coalesce(revoked_at, ${now})
      where organization_id = ${organization} and id = ${id} returning ${shareColumns(now)}`);
    if (share === undefined) throw notFound();
    return share;
  },
});
