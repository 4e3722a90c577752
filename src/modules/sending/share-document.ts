import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition, limitExceeded, notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { checkIssued, lockDocument } from '../documents/index.ts';

import { documentShared, makeShare, Share, ValidDays, validDaysDefault } from './share.ts';

const activeMax = 100;

export const shareDocument = operation({
  name: 'share_document',
  summary: 'Share an issued document by a link that works without a login.',
  guidance: 'The link is shown only once. With it a client can view the document, and accept or decline a quote.',
  http: 'POST /documents/{id}/share',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  reachesOutside: true,
  risky: true,
  secretInput: ['url'],
  noUndo: 'sent',
  input: z.strictObject({
    id: Id('document'),
    valid_days: ValidDays.default(validDaysDefault),
    replace: z.boolean().default(false).describe('Revoke the earlier links to it.'),
  }),
  output: Share.extend({ url: z.string().describe('The link, shown only once.') }),
  refuses: [notFound, invalidStateTransition, limitExceeded],
  emits: [documentShared],
  async run(context, { id, valid_days: validDays, replace }) {
    const { db, organization, now } = context;
    const [{ row }, { active }] = await Promise.all([
      lockDocument(context, { id }),
      db.one<{ active: bigint }>(sql`
        select count(*) as active from document_shares
        where organization_id = ${organization} and document_id = ${id} and recipient is null
          and revoked_at is null and expires_at > ${now}`),
    ]);
    checkIssued(context, row);
    if (active >= activeMax && !replace) {
      throw limitExceeded({
        max: activeMax,
        hint: 'Send `replace: true`, or revoke unused links with revoke_document_share.',
      });
    }
    if (replace) {
      db.later(sql`
        update document_shares set revoked_at = ${now}
        where organization_id = ${organization} and document_id = ${id} and revoked_at is null`);
    }
    const { share, url } = makeShare(context, { documentId: id, recipient: null, validDays });
    return { ...share, url };
  },
});
