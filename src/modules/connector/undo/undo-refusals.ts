import { refusal } from '../../../operation/errors.ts';

export const undoUnavailable = refusal(
  'undo_unavailable',
  409,
  'No operation reverses this write exactly.',
  'Correct it with another write: a void, a refund, a change.',
);
export const undoExpired = refusal(
  'undo_expired',
  409,
  'It can no longer be undone.',
  'Correct it with another write: a void, a refund, a change.',
);
export const alreadyUndone = refusal('already_undone', 409, 'It was already undone.', 'Nothing is left to undo.');
export const changedSince = refusal(
  'changed_since',
  409,
  'The records it wrote were changed since, so undoing it would lose those changes.',
  'See `changed_by` or `problem`; undo that first if it was also a mistake, or correct it with another write.',
);
