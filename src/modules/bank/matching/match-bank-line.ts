import { z } from 'zod';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { exchangeRateMissing } from '../../exchange/index.ts';
import { controlAccount } from '../../ledger/index.ts';
import { amountExceedsDue } from '../../payments/index.ts';
import { bankRuleNotFitting, type Followed, followRule, ruleNamed } from '../rules/follow-rule.ts';
import { scheduledPaymentPaid } from '../scheduled-payments/scheduled-payment.ts';
import { bookLine } from './book-line.ts';
import { lineMatchedEvent } from './events.ts';
import { lockOpenLines } from './lock-lines.ts';
import { MatchedLine } from './match.ts';
import { givesUp, matchInput, type TargetInput } from './match-input.ts';
import { entryMatched, lineNotOpen, matchIncomplete } from './refusals.ts';

export const matchBankLine = operation({
  name: 'match_bank_line',
  summary: 'Match a bank line with the books. What it pays is recorded on its day.',
  guidance:
    'Targets come to the line exactly, or a bank rule names them by `rule_id`. What sales or expenses leave over ' +
    'becomes credit; `residual` says what becomes of what they still owe. See suggest_bank_matches first.',
  http: 'POST /bank-lines/{id}/match',
  effect: 'write',
  permission: 'bank:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  paysOut: true,
  risky: givesUp,
  undo: undoneBy('unmatch_bank_line'),
  input: z.strictObject(matchInput),
  output: MatchedLine,
  refuses: [
    notFound,
    validationFailed,
    lineNotOpen,
    matchIncomplete,
    bankRuleNotFitting,
    entryMatched,
    amountExceedsDue,
    controlAccount,
    exchangeRateMissing,
  ],
  emits: [lineMatchedEvent, scheduledPaymentPaid],
  async run(context, { id, targets: named, rule_id: ruleId, ...asked }) {
    const locked = await lockOpenLines(context, [id, ...(named ?? []).flatMap((target) => target.bank_line_id ?? [])]);
    const line = locked.find((one) => one.id === id);
    if (line === undefined) throw notFound();
    const { targets, memo: ownMemo } = await said(context, id, { targets: named, ruleId });
    const others = locked.filter((one) => one !== line);
    return (await bookLine(context, { line, others }, { ...asked, targets, ruleId, ownMemo })).line;
  },
});

type Asked = { readonly targets: readonly TargetInput[] | undefined; readonly ruleId: string | undefined };

/** What a person or an app names, or what a rule says of the line. */
async function said(
  context: Context,
  id: string,
  { targets, ruleId }: Asked,
): Promise<Pick<Followed, 'targets'> & { readonly memo?: string }> {
  if (targets !== undefined && ruleId === undefined) return { targets };
  const rule = ruleId === undefined ? undefined : await ruleNamed(context, ruleId);
  if (targets === undefined && rule !== undefined) return followRule(context, id, rule);
  throw fault('/targets', 'one_of', 'Write `targets` or `rule_id`.');
}
