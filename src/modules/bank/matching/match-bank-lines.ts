import { z } from 'zod';
import { formatMoney, money } from '../../../core/money.ts';
import type { Suggestion } from '../../../matching/model.ts';
import { BusinessError, notFound, validationFailed } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Day, Id } from '../../../wire/index.ts';
import { bankAccounts } from '../accounts/bank-account.ts';
import { lineMatchedEvent } from './events.ts';
import { loadMatcher, loadOpenLines, type OpenLine } from './known.ts';
import { matchBankLine } from './match-bank-line.ts';
import { asked } from './suggest-bank-matches.ts';
import { asTarget, BankSuggestion, suggestionRecords } from './suggestion.ts';

const limitMax = 200;
const limitDefault = 100;

const Matched = z.object({ line_id: Id('bank_line'), suggestion: BankSuggestion });
const Refused = z.object({ line_id: Id('bank_line'), code: z.string(), message: z.string() });

export const matchBankLines = operation({
  name: 'match_bank_lines',
  summary: 'Match all open lines of a bank account that are certain, oldest first.',
  guidance:
    'Certain is what a reference, document number, known account or recorded money proves to the cent, with no ' +
    'other match near. Repeat with `after` until `next_after` is null.',
  http: 'POST /bank-accounts/{id}/match-lines',
  effect: 'write',
  permission: 'bank:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  paysOut: true,
  input: z.strictObject({
    id: Id('bank_account'),
    through: Day.optional().describe('The last booking date to look at. Default: today.'),
    after: Id('bank_line').optional().describe('`next_after` of the call before.'),
    limit: z.int().min(1).max(limitMax).default(limitDefault).describe('Lines to look at.'),
  }),
  output: z.object({
    id: Id('bank_account'),
    looked_at: z.int(),
    matched: z.array(Matched),
    refused: z.array(Refused).describe('Certain, and still refused, such as where the day is closed.'),
    next_after: Id('bank_line').nullable().describe('Null where no open line is left to look at.'),
  }),
  refuses: [notFound, validationFailed],
  emits: [lineMatchedEvent],
  async run(context, { id, through = context.today, after, limit }) {
    await bankAccounts.lock(context, id, undefined);
    const lines = await loadOpenLines(context, { account: id, through, after }, limit);
    if (lines.length === 0) return { id, looked_at: 0, matched: [], refused: [], next_after: null };
    const matcher = await loadMatcher(context, lines);
    const matched: z.output<typeof Matched>[] = [];
    const refused: z.output<typeof Refused>[] = [];
    for (const line of lines) {
      const [best] = asked(line, matcher.suggest(line));
      if (best?.isCertain !== true) continue;
      const [suggestion] = await suggestionRecords(context, [best], line.currency);
      const refusal = await match(context, line, best);
      if (refusal !== undefined) {
        refused.push({ line_id: line.id, code: refusal.kind.code, message: refusal.message });
        continue;
      }
      matcher.take(line, best);
      if (suggestion !== undefined) matched.push({ line_id: line.id, suggestion });
    }
    return {
      id,
      looked_at: lines.length,
      matched,
      refused,
      next_after: lines.length < limit ? null : (lines.at(-1)?.id ?? null),
    };
  },
});

/** Each by itself: what one refuses leaves the others matched. */
async function match(
  context: Context,
  line: OpenLine,
  { targets, fee }: Suggestion,
): Promise<BusinessError | undefined> {
  const { actor, origin } = context;
  const input = {
    id: z.encode(Id('bank_line'), line.id),
    targets: targets.map((target) => asTarget(target, line.currency)),
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
