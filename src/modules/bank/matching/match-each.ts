import { z } from 'zod';
import { formatMoney, money } from '../../../core/money.ts';
import type { Suggestion } from '../../../matching/model.ts';
import { BusinessError } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { Day, Id } from '../../../wire/index.ts';
import { bankAccounts } from '../accounts/bank-account.ts';
import { loadRules } from '../rules/known-rules.ts';
import { loadMatcher, loadOpenLines, type OpenLine } from './known.ts';
import { matchBankLine } from './match-bank-line.ts';
import { asked } from './suggest-bank-matches.ts';
import { asTarget, BankSuggestion, suggestionRecords } from './suggestion.ts';

const limitMax = 200;
const limitDefault = 100;

const Matched = z.object({ line_id: Id('bank_line'), suggestion: BankSuggestion });
const Refused = z.object({ line_id: Id('bank_line'), code: z.string(), message: z.string() });

/** Which lines of a bank account are looked at. */
export const eachInput = {
  id: Id('bank_account'),
  through: Day.optional().describe('The last booking date to look at. Default: today.'),
  after: Id('bank_line').optional().describe('`next_after` of the call before.'),
  limit: z.int().min(1).max(limitMax).default(limitDefault).describe('Lines to look at.'),
};
const EachInput = z.object(eachInput);

export const MatchedEach = z.object({
  id: Id('bank_account'),
  looked_at: z.int(),
  matched: z.array(Matched),
  refused: z.array(Refused).describe('Certain, and still refused, such as where the day is closed.'),
  next_after: Id('bank_line').nullable().describe('Null where no open line is left to look at.'),
});

/** Chooses the suggestion to match a line by, of all that there are for it. */
type Choose = (line: OpenLine, suggestions: readonly Suggestion[]) => Suggestion | undefined;

/** Matches open lines of a bank account, oldest first, as chosen. Two such calls come one after the other. */
export async function matchEach(
  context: Context,
  { id, through = context.today, after, limit }: z.output<typeof EachInput>,
  choose: Choose,
): Promise<z.output<typeof MatchedEach>> {
  await bankAccounts.lock(context, id, undefined);
  const lines = await loadOpenLines(context, { account: id, through, after }, limit);
  if (lines.length === 0) return { id, looked_at: 0, matched: [], refused: [], next_after: null };
  const [matcher, rules] = await Promise.all([loadMatcher(context, lines), loadRules(context)]);
  const matched: z.output<typeof Matched>[] = [];
  const refused: z.output<typeof Refused>[] = [];
  for (const line of lines) {
    const best = choose(line, rules.join(line, asked(line, matcher.suggest(line)), line.unmatchedIds));
    if (best === undefined) continue;
    const [suggestion] = await suggestionRecords(context, [best], line.currency);
    const refusal = await match(context, line, best);
    if (refusal !== undefined) {
      refused.push({ line_id: line.id, code: refusal.kind.code, message: refusal.message });
      continue;
    }
    matcher.take(line, best);
    if (suggestion !== undefined) matched.push({ line_id: line.id, suggestion });
  }
  const next = lines.length < limit ? null : (lines.at(-1)?.id ?? null);
  return { id, looked_at: lines.length, matched, refused, next_after: next };
}

/** Each by itself: what one refuses leaves the others matched. */
async function match(
  context: Context,
  line: OpenLine,
  { targets, fee, ruleId }: Suggestion,
): Promise<BusinessError | undefined> {
  const { actor, origin } = context;
  const byRule = ruleId === undefined ? undefined : { rule_id: z.encode(Id('bank_rule'), ruleId) };
  const input = {
    id: z.encode(Id('bank_line'), line.id),
    ...(byRule ?? { targets: targets.map((target) => asTarget(target, line.currency)) }),
    ...(fee === 0n ? {} : { fee_amount: formatMoney(money(fee, line.currency)) }),
  };
  try {
    await context.carryOut({ operation: matchBankLine, request: { actor, origin, input } });
    return undefined;
  } catch (error) {
    if (error instanceof BusinessError && error.kind.status < 500 && error.kind.status !== 429) return error;
    throw error;
  }
}
