import { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import { nameWords } from '../../../matching/names.ts';
import { ruleModes, ruleText } from '../../../matching/rules.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Day as WireDay, ForeignName, Id } from '../../../wire/index.ts';
import { loadAccounts } from '../../ledger/index.ts';
import { openLineColumns, openLineOf, type OpenLineRow } from '../matching/known.ts';
import { directions } from './bank-rule.ts';
import { loadRules } from './known-rules.ts';

/** So many equal decisions, one after the other, are a habit. */
const equalMin = 3;
/** Decisions that are looked at, the latest first. */
const decisionsMax = 2_000;
const proposalsMax = 20;
const wordsMax = 5;
const wordLettersMin = 3;
const nameLengthMax = 100;

const Proposal = z.object({
  decisions: z.int().describe('Lines that were recorded alike.'),
  latest: WireDay.describe('Booking date of the latest of them.'),
  line_ids: z.array(Id('bank_line')).describe('The latest of them.'),
  account_name: z.string().describe('The account that they were recorded on.'),
  rule: z
    .object({
      name: z.string(),
      mode: z.enum(ruleModes),
      conditions: z.object({
        direction: z.enum(directions),
        counterparty_account: ForeignName.nullable(),
        counterparty_name: ForeignName.nullable(),
        words_all: z.array(z.string()),
      }),
      targets: z.array(z.object({ account_id: Id('account') })),
    })
    .describe('Input of create_bank_rule and preview_bank_rule.'),
});

type Decision = {
  readonly id: string;
  readonly day: Day;
  readonly bankAccountId: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly counterpartyName: string | null;
  readonly counterpartyAccount: string | null;
  readonly text: string;
  readonly accountId: string;
};

export const listBankRuleProposals = operation({
  name: 'list_bank_rule_proposals',
  summary: 'List bank rules that follow from how lines were recorded by hand.',
  guidance:
    'After three equal decisions for a counterparty or text. Nothing is applied: look at one with preview_bank_rule, ' +
    'create it with create_bank_rule.',
  http: 'GET /bank-rules/proposals',
  effect: 'read',
  permission: 'bank:write',
  mcp: 'action',
  input: z.strictObject({}),
  output: z.object({ data: z.array(Proposal) }),
  refuses: [],
  async run(context) {
    const [decisions, rules] = await Promise.all([loadDecisions(context), loadRules(context)]);
    const habits = [...Map.groupBy(decisions, partyKey)]
      .flatMap(([key, ofParty]) => {
        if (key !== '' && isHabit(ofParty)) return [{ decisions: ofParty, byText: false }];
        return [...Map.groupBy(ofParty, ({ text }) => textWords(text).join(' ')).values()]
          .filter((alike) => isHabit(alike) && textWords(alike[0]?.text ?? '').length > 0)
          .map((alike) => ({ decisions: alike, byText: true }));
      })
      .filter((habit) => habit.decisions.slice(0, equalMin).some((line) => rules.first(line) === undefined))
      .toSorted((a, b) => b.decisions.length - a.decisions.length)
      .slice(0, proposalsMax);
    const accounts = await loadAccounts(
      context,
      habits.flatMap(({ decisions: [first] }) => first?.accountId ?? []),
    );
    const data = habits.flatMap((habit) => {
      const account = accounts.get(habit.decisions[0]?.accountId ?? '');
      return account?.archived_at === null ? proposalOf(habit, account.name) : [];
    });
    return { data };
  },
});

/** Lines that were recorded by hand on one account of the chart, the latest first. */
async function loadDecisions({ db, organization }: Context): Promise<Decision[]> {
  const rows = await db.many<OpenLineRow & Pick<Decision, 'accountId'>>(sql`
    with decided as (
      select match.line_id, match.entry_id, account.account_id
      from bank_matches as match
      join bank_accounts as account on account.organization_id = match.organization_id
        and account.id = match.bank_account_id
      where match.organization_id = ${organization} and match.made_type = 'journal_entry' and match.rule_id is null
      order by match.id desc limit ${decisionsMax}
    ), recorded as (
      select decided.line_id, min(posted.account_id::text)::uuid as on_account
      from decided
      join bank_ledger_lines as posted on posted.organization_id = ${organization}
        and posted.entry_id = decided.entry_id and posted.account_id <> decided.account_id
      group by decided.line_id having count(distinct posted.account_id) = 1
    )
    select ${openLineColumns}, recorded.on_account as "accountId"
    from bank_lines join recorded on recorded.line_id = bank_lines.id
    where bank_lines.organization_id = ${organization} and match_state = 'matched'
    order by booking_date desc, id desc`);
  return rows.map(openLineOf);
}

/** All decisions of late are the same. */
function isHabit(decisions: readonly Decision[]): boolean {
  const [first] = decisions;
  return decisions.length >= equalMin && decisions.every(({ accountId }) => accountId === first?.accountId);
}

function partyKey({ counterpartyAccount, counterpartyName, amount }: Decision): string {
  const party = counterpartyAccount ?? nameWords(counterpartyName ?? '').join(' ');
  return party === '' ? '' : `${amount > 0n ? 'in' : 'out'} ${party}`;
}

/** Words without numbers, which change from month to month. */
function textWords(text: string): string[] {
  const words = (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => word.length >= wordLettersMin);
  return [...new Map(words.map((word) => [ruleText(word), word])).values()].slice(0, wordsMax);
}

type Habit = { readonly decisions: readonly Decision[]; readonly byText: boolean };

function proposalOf({ decisions, byText }: Habit, accountName: string): z.output<typeof Proposal>[] {
  const [first] = decisions;
  if (first === undefined) return [];
  const { counterpartyAccount: account, counterpartyName: name, text } = first;
  const words = byText ? textWords(text) : [];
  return [
    {
      decisions: decisions.length,
      latest: first.day,
      line_ids: decisions.slice(0, equalMin).map(({ id }) => id),
      account_name: accountName,
      rule: {
        name: (byText || name === null ? `${accountName}: ${words.join(' ')}` : `${accountName}: ${name}`).slice(
          0,
          nameLengthMax,
        ),
        mode: 'suggest',
        conditions: {
          direction: first.amount > 0n ? 'in' : 'out',
          counterparty_account: account,
          counterparty_name: account === null ? name : null,
          words_all: words,
        },
        targets: [{ account_id: first.accountId }],
      },
    },
  ];
}
