import { refusal } from '../../operation/errors.ts';

export const undoUnavailable = refusal(
  'undo_unavailable',
  409,
  'Nothing takes such a write back exactly.',
  'Correct it with another write: a void, a refund, a change.',
);
export const undoExpired = refusal(
  'undo_expired',
  409,
  'It can no longer be undone.',
  'Correct it with another write: a void, a refund, a change.',
);
export const alreadyUndone = refusal('already_undone', 409, 'It was undone before.', 'There is nothing left to do.');
export const changedSince = refusal(
  'changed_since',
  409,
  'What it wrote has been changed since, so undoing it would undo that too.',
  'Look at `changed_by` or `problem`; undo that first if it was a mistake too, or correct it with another write.',
);
