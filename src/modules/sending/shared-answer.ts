import { BusinessError, invalidStateTransition } from '../../operation/errors.ts';
import { Document } from '../documents/index.ts';

export const SharedAnswer = Document.pick({
  type: true,
  status: true,
  number: true,
  accepted_at: true,
  accepted_by: true,
  declined_at: true,
  declined_by: true,
});

/** A refusal tells a member what to do next, and which sale a quote became: a client learns the state alone. */
export function toldApart<Result>(answer: () => Result): Result {
  try {
    return answer();
  } catch (error) {
    if (!(error instanceof BusinessError) || error.kind.code !== invalidStateTransition.code) throw error;
    const { status } = error.details;
    throw invalidStateTransition({ status, allowed: [], hint: 'Ask the sender for a new link.' });
  }
}
