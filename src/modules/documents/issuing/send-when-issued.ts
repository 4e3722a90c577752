import { actorStamp } from '../../../operation/actor.ts';
import { enqueue } from '../../../operation/jobs.ts';
import type { Context } from '../../../operation/operation.ts';

export const sendIssuedJob = 'send_issued_document';

/** Payload of the mail job, sent with the permissions of the user who asked for it, within those of the credential. */
export type SendingOrder = {
  readonly document_id: string;
  readonly user_id: string;
  readonly permissions: readonly string[];
  readonly created_by: { readonly type: string; readonly name: string };
};

/** Has a document mailed to its client, in the transaction that issues it: it is sent if it is issued, and once. */
export function sendWhenIssued(context: Context, documentId: string): void {
  const { actor } = context;
  const payload: SendingOrder = {
    document_id: documentId,
    user_id: actor.userId,
    permissions: [...actor.permissions],
    created_by: actorStamp(actor),
  };
  enqueue(context, { kind: sendIssuedJob, payload });
}
