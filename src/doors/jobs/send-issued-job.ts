import { z } from 'zod';
import type { SendingOrder } from '../../modules/documents/index.ts';
import { BusinessError } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { Id } from '../../wire/index.ts';
import type { JobHandler } from './job-loop.ts';
import { memberBehind, problemOf } from './recurring-job.ts';

type Deps = { readonly runtime: () => Runtime; readonly catalogue: readonly Operation[] };

/**
 * Mails a document that was to be sent once it is issued, by the operation that anybody could call. Its key is that of
 * the document: a node that dies after it was sent leaves nothing to send. A refusal is tried again, since somebody may
 * add the address that is missing meanwhile; in the end the job has failed, and people are told.
 */
export function issuedSender({ runtime: runtimeOf, catalogue }: Deps): JobHandler {
  const send = catalogue.find(({ name }) => name === 'send_document');
  if (send === undefined) throw new RangeError('nothing sends documents');
  return async ({ organizationId: organization, payload }) => {
    if (organization === null) throw new Error('a document belongs to an organisation');
    // As it was queued, by one of our own operations.
    const order = payload as SendingOrder;
    const runtime = runtimeOf();
    const actor = await memberBehind({ runtime, organization }, order);
    if (actor === undefined) throw new Error('The person who sent it is no longer a member.');
    const id = z.encode(Id('document'), order.document_id);
    const idempotencyKey = `send-issued:${id}`;
    try {
      const origin = { door: 'job', requestId: idempotencyKey } as const;
      await run(runtime, send, { actor, origin, input: { id }, idempotencyKey });
    } catch (error) {
      if (!(error instanceof BusinessError)) throw error;
      // It was voided a moment ago.
      if (error.kind.code === 'invalid_state_transition') return;
      throw new Error(problemOf(error), { cause: error });
    }
  };
}
