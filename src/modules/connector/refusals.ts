import { refusal } from '../../operation/errors.ts';

/** What a token with a narrower preset meets: the action exists and its member may do it, but not by a model alone. */
export const approvalRequired = refusal(
  'approval_required',
  403,
  'A person has to do this.',
  'Ask a person to do it in Daybook. A preview with `dry_run` shows them what it would change.',
);
