/** From a rule to the targets of a line, as a person would have written them. */
import { minorDigits } from '../../../core/currency.ts';
import { Rules } from '../../../matching/rules.ts';
import { refusal } from '../../../operation/errors.ts';
import { missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { loadOpenLine } from '../matching/known.ts';
import type { TargetInput } from '../matching/match-input.ts';
import { fieldOf } from '../matching/suggestion.ts';
import { type BankRule, bankRules } from './bank-rule.ts';
import { ruleOfEach } from './known-rules.ts';

export const bankRuleNotFitting = refusal(
  'bank_rule_not_fitting',
  409,
  'The rule does not fit the line.',
  'Use an active rule whose conditions the line meets, see preview_bank_rule, or match the line by `targets`.',
);

/** The rule that an input names. */
export async function ruleNamed(context: Context, id: string): Promise<BankRule> {
  const rule = (await bankRules.load(context, [id])).get(id);
  if (rule === undefined) throw missing('/rule_id', 'bank rule');
  return rule;
}

export type Followed = { readonly targets: readonly TargetInput[]; readonly memo: string };

/** The targets by a rule that a person or a run over many lines has chosen for an open line. */
export async function followRule(context: Context, lineId: string, record: BankRule): Promise<Followed> {
  const [line, rules] = await Promise.all([loadOpenLine(context, lineId), ruleOfEach(context, [record])]);
  const hit = line === undefined ? undefined : new Rules(rules).first(line);
  if (line === undefined || hit === undefined || record.status === 'archived') throw bankRuleNotFitting();
  const scale = minorDigits(line.currency) ?? 2;
  return {
    targets: hit.targets.map(({ kind, id, amount, dimensions = [] }) => ({
      [fieldOf[kind]]: id,
      amount: { units: amount, scale },
      ...(dimensions.length > 0 && { dimension_value_ids: [...dimensions] }),
    })),
    memo: record.memo ?? record.name,
  };
}
