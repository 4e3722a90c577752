import { refusal } from '../../operation/errors.ts';

/** Refusal for a token with a narrower preset: the member may do this, but not by a model alone. */
export const approvalRequired = refusal(
  'approval_required',
  403,
  'This needs human approval. Nothing was written.',
  'Give a person `approval_url`. get_approval with `approval_id`, or repeating this call, returns the outcome.',
);

/** The token is good, so whoever has it learns that another place is what it takes. */
export const addressNotAllowed = refusal(
  'address_not_allowed',
  403,
  'This token or key may not be used from that address.',
  'Call from one of its allowed addresses, or add `address` to its `ip_allow`.',
);

/** The effect now would differ from the preview. */
export const planChanged = refusal(
  'plan_changed',
  409,
  'Records have changed since the preview, so the result would differ.',
  'Preview it again with `dry_run`, and send the new `plan`.',
);

/** A plan is what a person or a model looked at once, so that it stands for one write. */
export const planUsed = refusal(
  'plan_used',
  409,
  'This plan was already used for a write.',
  'To retry, send the same `idempotency_key`. To write once more, preview again and send the new `plan`.',
);

export const writeSuperseded = refusal(
  'superseded',
  409,
  'Records have changed since the preview. Nothing was written.',
  'See `problem`; if it is still wanted, have the AI app request it again.',
);

/** The write exceeds a limit of the token, per call or per day. The door requests approval instead. */
export const overLimit = refusal(
  'over_limit',
  403,
  'This exceeds the limits of the token or key.',
  'Ask a person to do it or to approve it.',
);

/** The organisation wants somebody else to look. */
export const fourEyesRequired = refusal(
  'four_eyes_required',
  403,
  'The owner of the token that asked for this may not approve it.',
  'Ask another member with approvals:decide to approve it; you may reject it.',
);

/** A token must not make itself the person who approves what it asks for. */
export const approverNotIndependent = refusal(
  'approver_not_independent',
  403,
  'Members who joined after this request, or whose rights came through the same token, may not approve it.',
  'Ask a member who joined earlier and whose rights no AI app requested to approve it; you may reject it.',
);

/** One practice of a token at a time. A write that came past it is refused as well. */
export const practiceRunning = refusal(
  'practice_running',
  409,
  'This token is in a practice already.',
  'Go on in it, or end it with end_practice.',
);

export const practiceNotRunning = refusal(
  'practice_not_running',
  409,
  'The practice is over.',
  'Start another with start_practice.',
);

/** The token stays out of the books until somebody says otherwise. */
export const practiceOver = refusal(
  'practice_over',
  409,
  'The practice of this token is over, and what was written in it is erased. Nothing was done.',
  'End it with end_practice to work on the real books, or start another with start_practice.',
);

/** Whoever was told to practise does not leave by itself. */
export const practiceHeld = refusal(
  'practice_held',
  403,
  'A person put this token into practice, and a person ends it.',
  'Ask them to end the practice, or ask for the real writes with promote_practice.',
);

export const practiceFull = refusal(
  'practice_full',
  409,
  'The practice is full.',
  'Promote it with promote_practice, drop writes with rewind_practice, or end it with end_practice.',
);

export const practiceEmpty = refusal(
  'practice_empty',
  409,
  'Nothing was written in this practice.',
  'Make the writes first, or end the practice with end_practice.',
);

/** More was written since these steps were planned. */
export const practiceChanged = refusal(
  'practice_changed',
  409,
  'The practice has other writes than these steps.',
  'Promote it again with promote_practice.',
);
