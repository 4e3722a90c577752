import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { Rules } from '../../../matching/rules.ts';
import { forbidden, notFound, validationFailed } from '../../../operation/errors.ts';
import { missing } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Day, ForeignName, ForeignText, Id, Money, sent } from '../../../wire/index.ts';
import { matchStates } from '../lines/bank-line.ts';
import {
  isFinal,
  isReconciled,
  type OpenLine,
  openLineColumns,
  openLineOf,
  type OpenLineRow,
} from '../matching/known.ts';
import { SuggestedTarget, targetRecords } from '../matching/suggestion.ts';
import { type BankRule, bankRules } from './bank-rule.ts';
import { checkNamed, checkRule } from './check-rule.ts';
import { newRuleInput } from './create-bank-rule.ts';
import { loadRules, ruleOfEach } from './known-rules.ts';
import { inputOf, keptFrom } from './rule-input.ts';

const shownMax = 20;
/** Final lines that are looked at, the latest first. */
const lookedAtMax = 5_000;
const Hit = z.object({
  line_id: Id('bank_line'),
  bank_account_id: Id('bank_account'),
  booking_date: Day,
  currency: z.string(),
  amount: Money.describe('Negative for money out.'),
  counterparty_name: ForeignName.nullable(),
  text: ForeignText,
  match_state: z.enum(matchStates),
  is_reconciled: z.boolean(),
  targets: z.array(SuggestedTarget).describe('What it would be in the books.'),
  earlier_rule: z
    .object({ id: Id('bank_rule'), name: z.string() })
    .nullable()
    .describe('A rule that comes before this one and fits too, and wins.'),
  would_apply: z.boolean().describe('It is open, not reconciled, and no earlier rule fits it.'),
});

export const previewBankRule = operation({
  name: 'preview_bank_rule',
  summary: 'Preview a bank rule: the last 20 lines it fits and what it would record.',
  guidance:
    'Of a rule that is not saved yet, or of a saved one by `rule_id` with changes. Lines that are matched or ' +
    'excluded are shown to compare; rules leave them alone. Nothing is saved.',
  http: 'POST /bank-rules/preview',
  effect: 'read',
  permission: 'bank:write',
  mcp: 'action',
  input: z.strictObject({
    rule_id: Id('bank_rule').optional().describe('What is not given below is as in this rule.'),
    ...newRuleInput.partial().shape,
    mode: newRuleInput.shape.mode.unwrap().optional(),
  }),
  output: z.object({
    looked_at: z.int().describe('Lines looked at, the latest first.'),
    fitting: z.int().describe('Lines among them that it fits.'),
    data: z.array(Hit),
  }),
  refuses: [validationFailed, notFound, forbidden],
  async run(context, { rule_id: id, ...given }) {
    const current = id === undefined ? undefined : await bankRules.load(context, [id]).then((found) => found.get(id));
    if (id !== undefined && current === undefined) throw missing('/rule_id', 'bank rule');
    const rule = await previewed(context, given, current);
    const [[tried], earlier] = await Promise.all([
      ruleOfEach(context, [rule]),
      loadRules(context, id === undefined ? {} : { before: id }),
    ]);
    if (tried === undefined) throw new RangeError('the rule is lost');
    const only = new Rules([tried]);
    const lines = await loadLines(context, rule);
    const hits = lines.flatMap((line) => {
      const targets = only.first(line)?.targets;
      return targets === undefined ? [] : { line, targets };
    });
    const shown = hits.slice(0, shownMax);
    const records = await targetRecords(context, shown);
    const data = shown.map(({ line }, index) => {
      const before = earlier.first(line)?.rule;
      return {
        line_id: line.id,
        bank_account_id: line.bankAccountId,
        booking_date: line.day,
        currency: line.currency,
        amount: money(line.amount, line.currency),
        counterparty_name: line.counterpartyName,
        text: line.text,
        match_state: line.matchState,
        is_reconciled: line.isReconciled,
        targets: records[index] ?? [],
        earlier_rule: before === undefined ? null : { id: before.id, name: before.name },
        would_apply: line.matchState === 'open' && !line.isReconciled && before === undefined,
      };
    });
    return { looked_at: lines.length, fitting: hits.length, data };
  },
});

type New = z.output<typeof newRuleInput>;
type Given = { readonly [Field in keyof New]?: New[Field] | undefined };

async function previewed(context: Context, given: Given, current: BankRule | undefined) {
  const { conditions = {}, targets = [] } = {
    ...(current === undefined ? {} : inputOf(current)),
    ...sent({ conditions: given.conditions, targets: given.targets }),
  };
  await checkNamed(context, { conditions: given.conditions ?? {}, targets: given.targets ?? [] });
  const rule = {
    id: current?.id ?? context.newId(),
    name: given.name ?? current?.name ?? '',
    mode: given.mode ?? current?.mode ?? ('suggest' as const),
    ...keptFrom(context, { conditions, targets }),
  };
  await checkRule(context, rule);
  return rule;
}

type KnownLine = OpenLine & {
  readonly matchState: (typeof matchStates)[number];
  readonly isReconciled: boolean;
};

/** What can be said by the database is asked there; texts are compared here. */
async function loadLines(
  { db, organization }: Context,
  { conditions }: Pick<BankRule, 'conditions'>,
): Promise<KnownLine[]> {
  const { bank_account_ids: banks, currency, direction } = conditions;
  const asked: Sql[] = [
    banks.length === 0 ? sql`true` : sql`bank_account_id = any(${banks}::uuid[])`,
    currency === null ? sql`true` : sql`currency = ${currency}`,
    direction === null ? sql`true` : direction === 'in' ? sql`balance_change > 0` : sql`balance_change < 0`,
  ];
  const rows = await db.many<OpenLineRow & Pick<KnownLine, 'matchState' | 'isReconciled'>>(sql`
    select ${openLineColumns}, match_state as "matchState", ${isReconciled} as "isReconciled" from bank_lines
    where organization_id = ${organization} and ${isFinal} and balance_change <> 0
      and ${asked[0]} and ${asked[1]} and ${asked[2]}
    order by booking_date desc, id desc limit ${lookedAtMax}`);
  return rows.map(openLineOf);
}
