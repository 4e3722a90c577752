import { parseDecimal } from '../../../core/decimal.ts';
import { moneyFrom } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import type { Rule, RuleTarget } from '../../../matching/rules.ts';
import { Rules } from '../../../matching/rules.ts';
import type { Context } from '../../../operation/operation.ts';
import { millionths } from '../../../wire/index.ts';
import { type BankRule, type BankRuleTarget, bankRules } from './bank-rule.ts';

/** Active rules of an organisation. */
export const rulesMax = 500;

/** Active rules in their order. */
export async function loadRuleRecords(context: Context): Promise<BankRule[]> {
  const rows = await context.db.many<object>(sql`
    select ${bankRules.columns} from bank_rules
    where organization_id = ${context.organization} and archived_at is null
    order by position, id limit ${rulesMax}`);
  return rows.map((row) => bankRules.toRecord(context, row));
}

type Which = {
  /** Those that are tried before this one. */
  readonly before?: string;
};

export async function loadRules(context: Context, { before }: Which = {}): Promise<Rules> {
  const all = await loadRuleRecords(context);
  const place = before === undefined ? -1 : all.findIndex(({ id }) => id === before);
  const records = place === -1 ? all : all.slice(0, place);
  return new Rules(await ruleOfEach(context, records));
}

type Made = Pick<BankRule, 'id' | 'name' | 'mode' | 'conditions' | 'targets'>;

/** Records as they are tried on lines. Parties that were merged since are those that are left. */
export async function ruleOfEach({ db }: Context, records: readonly Made[]): Promise<Rule[]> {
  const parties = records.flatMap(({ targets }) =>
    targets.flatMap(({ client_id: client, supplier_id: supplier }) => client ?? supplier ?? []),
  );
  const merged =
    parties.length === 0
      ? []
      : await db.many<{ id: string; survivor: string }>(sql`select id, survivor from survivors(${parties}::uuid[])`);
  const survivors = new Map(merged.map(({ id, survivor }) => [id, survivor]));
  return records.map(({ id, name, mode, conditions, targets }) => ({
    id,
    name,
    mode,
    conditions: {
      bankAccountIds: conditions.bank_account_ids,
      direction: conditions.direction,
      amountMin: minorOf(conditions.amount_min, conditions.currency),
      amountMax: minorOf(conditions.amount_max, conditions.currency),
      currency: conditions.currency,
      wordsAll: conditions.words_all,
      wordsAny: conditions.words_any,
      counterpartyName: conditions.counterparty_name,
      counterpartyAccount: conditions.counterparty_account,
    },
    targets: targets.map((target) => ruleTarget(target, conditions.currency, survivors)),
  }));
}

function ruleTarget(
  { account_id: account, client_id: client, supplier_id: supplier, bank_account_id: bank, ...part }: BankRuleTarget,
  currency: string | null,
  survivors: ReadonlyMap<string, string>,
): RuleTarget {
  const left = (id: string) => survivors.get(id) ?? id;
  const parts = {
    percent: part.percent === null ? null : millionths(part.percent),
    amount: minorOf(part.amount, currency),
  };
  if (client !== null) return { kind: 'client_credit', id: left(client), ...parts };
  if (supplier !== null) return { kind: 'supplier_credit', id: left(supplier), ...parts };
  if (bank !== null) return { kind: 'bank_account', id: bank, ...parts };
  if (account !== null) return { kind: 'account', id: account, ...parts, dimensions: part.dimension_value_ids };
  throw new RangeError('a target of a rule names nothing');
}

function minorOf(amount: string | null, currency: string | null): bigint | null {
  const decimal = amount === null ? undefined : parseDecimal(amount);
  return decimal === undefined || currency === null ? null : (moneyFrom(decimal, currency)?.minor ?? null);
}
