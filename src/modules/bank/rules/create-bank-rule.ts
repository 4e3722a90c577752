import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { forbidden, limitExceeded, notFound, validationFailed } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneByArchiving } from '../../../operation/undo.ts';
import { BankRule, bankRuleNameTaken, bankRules } from './bank-rule.ts';
import { checkNamed, checkRule } from './check-rule.ts';
import { rulesMax } from './known-rules.ts';
import { keptFrom, ruleFields } from './rule-input.ts';

export const newRuleInput = z.strictObject({
  ...ruleFields,
  mode: ruleFields.mode.default('suggest'),
  memo: ruleFields.memo.optional(),
});

export const createBankRule = operation({
  name: 'create_bank_rule',
  summary: 'Create a bank rule: lines that look like this are recorded like that.',
  guidance:
    'For money without an invoice that comes again: rent, card fees, salaries. It is tried last, after a certain ' +
    'invoice. See preview_bank_rule and list_bank_rule_proposals first.',
  http: 'POST /bank-rules',
  effect: 'write',
  permission: 'bank:write',
  mcp: 'action',
  creates: true,
  redirectsMoney: true,
  undo: undoneByArchiving('bank_rule'),
  input: newRuleInput,
  output: BankRule,
  refuses: [validationFailed, notFound, forbidden, limitExceeded, bankRuleNameTaken],
  emits: [bankRules.events.created],
  async run(context, given) {
    await checkNamed(context, given);
    const rule = { ...given, ...keptFrom(context, given) };
    const [position] = await Promise.all([nextPosition(context), checkRule(context, rule)]);
    return bankRules.create(context, context.newId(), { ...rule, position });
  },
});

async function nextPosition({ db, organization }: Context): Promise<number> {
  const { count, last } = await db.one<{ count: bigint; last: number }>(sql`
    select count(*) filter (where archived_at is null) as count, coalesce(max(position), 0) as last
    from bank_rules where organization_id = ${organization}`);
  if (count >= rulesMax) throw limitExceeded({ max: rulesMax, hint: 'Archive a rule that you no longer need.' });
  return last + 1;
}
