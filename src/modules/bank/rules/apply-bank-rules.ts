import { z } from 'zod';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { missing } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneForEachRow } from '../../../operation/undo.ts';
import { Id } from '../../../wire/index.ts';
import { lineMatchedEvent } from '../matching/events.ts';
import { eachInput, matchEach, MatchedEach } from '../matching/match-each.ts';
import { bankRules } from './bank-rule.ts';

export const applyBankRules = operation({
  name: 'apply_bank_rules',
  summary: 'Apply bank rules to the open lines of a bank account, oldest first.',
  guidance:
    'Books by rules of mode `book`; with `rule_id`, by that rule in any mode. Lines that may belong to an invoice, ' +
    'or that were unmatched from the rule, stay open. Repeat with `after` until `next_after` is null.',
  http: 'POST /bank-accounts/{id}/apply-rules',
  effect: 'write',
  permission: 'bank:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  paysOut: true,
  undo: undoneForEachRow('matched', 'line_id', 'unmatch_bank_line'),
  input: z.strictObject({
    ...eachInput,
    rule_id: Id('bank_rule').optional().describe('This rule alone, where no rule before it fits.'),
  }),
  output: MatchedEach,
  refuses: [notFound, validationFailed],
  emits: [lineMatchedEvent],
  async run(context, { rule_id: ruleId, ...input }) {
    if (ruleId !== undefined && (await bankRules.load(context, [ruleId])).size === 0) {
      throw missing('/rule_id', 'bank rule');
    }
    return matchEach(context, input, ({ unmatchedIds }, suggestions) => {
      const own = suggestions.find((one) => one.ruleId !== undefined);
      if (own?.ruleId === undefined) return undefined;
      if (ruleId === undefined) return own.isCertain ? own : undefined;
      const isFree = own.isUncontested === true && !unmatchedIds.includes(ruleId);
      return own.ruleId === ruleId && isFree ? own : undefined;
    });
  },
});
