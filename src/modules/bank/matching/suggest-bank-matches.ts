import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { loadRules } from '../rules/known-rules.ts';
import { loadMatcher, loadOpenLine, type OpenLine } from './known.ts';
import { BankSuggestion, suggestionRecords } from './suggestion.ts';
import type { Suggestion } from '../../../matching/model.ts';

export const suggestBankMatches = operation({
  name: 'suggest_bank_matches',
  summary: 'Suggest what a bank line pays, the likeliest first, with the evidence for each.',
  guidance:
    'By references and document numbers in its text, amounts, names, accounts of earlier matches, recorded money and ' +
    'bank rules. Nothing is posted.',
  http: 'GET /bank-lines/{id}/suggestions',
  effect: 'read',
  permission: 'bank:write',
  mcp: 'action',
  input: z.strictObject({ id: Id('bank_line') }),
  output: z.object({ data: z.array(BankSuggestion) }),
  refuses: [notFound],
  async run(context, { id }) {
    const { db, organization } = context;
    const line = await loadOpenLine(context, id);
    if (line === undefined) {
      const known = await db.maybe(sql`
        select id from bank_lines where organization_id = ${organization} and id = ${id}`);
      if (known === undefined) throw notFound();
      return { data: [] };
    }
    const [matcher, rules] = await Promise.all([loadMatcher(context, [line]), loadRules(context)]);
    const suggestions = rules.join(line, asked(line, matcher.suggest(line)), line.unmatchedIds);
    return { data: await suggestionRecords(context, suggestions, line.currency) };
  },
});

/** After a person has undone a match, it is not made again automatically. */
export function asked({ unmatchedIds }: OpenLine, suggestions: readonly Suggestion[]): Suggestion[] {
  const isRefused = ({ targets }: Suggestion) => targets.some(({ id }) => unmatchedIds.includes(id));
  return suggestions.map((one) => (isRefused(one) ? { ...one, isCertain: false } : one));
}
