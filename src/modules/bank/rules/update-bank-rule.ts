import { z } from 'zod';
import { forbidden, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { Id, sent, Version } from '../../../wire/index.ts';
import { BankRule, bankRuleNameTaken, bankRules } from './bank-rule.ts';
import { checkNamed, checkRule } from './check-rule.ts';
import { inputOf, keptFrom, ruleFields } from './rule-input.ts';

export const updateBankRule = operation({
  name: 'update_bank_rule',
  summary: 'Update a bank rule. Lines that it booked stay as they are.',
  guidance: '`conditions` and `targets` are replaced as a whole. Its place is changed by reorder_bank_rules.',
  http: 'PATCH /bank-rules/{id}',
  effect: 'write',
  permission: 'bank:write',
  mcp: 'action',
  redirectsMoney: true,
  undo: undoneByEarlierValues('update_bank_rule'),
  input: z.strictObject({
    id: Id('bank_rule'),
    name: ruleFields.name.optional(),
    mode: ruleFields.mode.optional(),
    conditions: ruleFields.conditions.optional(),
    targets: ruleFields.targets.optional(),
    memo: ruleFields.memo.optional(),
    version: Version.optional(),
  }),
  output: BankRule,
  refuses: [validationFailed, notFound, forbidden, versionConflict, bankRuleNameTaken],
  emits: [bankRules.events.updated],
  async run(context, { id, version, conditions, targets, ...patch }) {
    const [current] = await Promise.all([
      bankRules.lock(context, id, version),
      checkNamed(context, { conditions: conditions ?? {}, targets: targets ?? [] }),
    ]);
    const input = { ...inputOf(current), ...sent({ conditions, targets }) };
    const kept = keptFrom(context, input);
    const next = { ...current, ...sent(patch), ...kept };
    await checkRule(context, next);
    return bankRules.update(context, current, next);
  },
});
