import { z } from 'zod';
import { formatMoney, money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { evidenceCodes, type Suggestion, type Target } from '../../../matching/model.ts';
import type { Context } from '../../../operation/operation.ts';
import { ForeignName, Id, Money } from '../../../wire/index.ts';
import { loadAccounts } from '../../ledger/index.ts';

export const SuggestedTarget = z.object({
  sale_id: Id('sale').optional(),
  expense_id: Id('expense').optional(),
  payment_id: Id('payment').optional().describe('A payment that goes back.'),
  client_id: Id('client').optional().describe('Credit of that client.'),
  supplier_id: Id('client').optional().describe('Credit with that supplier.'),
  entry_id: Id('journal_entry').optional(),
  bank_line_id: Id('bank_line').optional(),
  bank_account_id: Id('bank_account').optional(),
  account_id: Id('account').optional().describe('An account of the chart, by a bank rule.'),
  amount: Money,
  early_discount: Money.describe('Early-payment discount on top of the amount, where the payment is in time.'),
  number: z.string().nullable(),
  name: ForeignName.nullable(),
});

export const BankSuggestion = z.object({
  score: z.int().describe('0 to 100.'),
  is_certain: z.boolean().describe('match_bank_lines matches it without asking.'),
  is_explained: z.boolean().describe('The targets come to the line, to the cent.'),
  currency: z.string(),
  targets: z.array(SuggestedTarget).describe('As match_bank_line takes them: the amount and the id of each.'),
  fee_amount: Money.describe('What a bank kept of the payment.'),
  rule_id: Id('bank_rule').nullable().describe('The bank rule that says so; match_bank_line takes it.'),
  evidence: z.array(
    z.object({
      code: z.enum(evidenceCodes),
      points: z.int(),
      value: ForeignName.nullable().describe('The number, name or reference that it is about.'),
    }),
  ),
});
export type BankSuggestion = z.output<typeof BankSuggestion>;

export const fieldOf = {
  entry: 'entry_id',
  sale: 'sale_id',
  expense: 'expense_id',
  payment: 'payment_id',
  client_credit: 'client_id',
  supplier_credit: 'supplier_id',
  bank_line: 'bank_line_id',
  bank_account: 'bank_account_id',
  account: 'account_id',
} as const satisfies Record<Target['kind'], string>;

type Label = { readonly number: string | null; readonly name: string | null };

/** Suggestions as they are answered, with what each target is called. */
export async function suggestionRecords(
  context: Context,
  suggestions: readonly Suggestion[],
  currency: string,
): Promise<BankSuggestion[]> {
  const labels = await labelsOf(
    context,
    suggestions.flatMap(({ targets }) => targets),
  );
  return suggestions.map(({ score, isCertain, isExplained, targets, fee, evidence, ruleId }) => ({
    score,
    is_certain: isCertain,
    is_explained: isExplained,
    currency,
    targets: targets.map((target) => targetRecord(target, currency, labels)),
    fee_amount: money(fee, currency),
    rule_id: ruleId ?? null,
    evidence: evidence.map((one) => ({ ...one })),
  }));
}

type Hit = { readonly line: { readonly currency: string }; readonly targets: readonly Target[] };

/** The same for what rules say of lines. */
export async function targetRecords(context: Context, hits: readonly Hit[]): Promise<BankSuggestion['targets'][]> {
  const labels = await labelsOf(
    context,
    hits.flatMap(({ targets }) => targets),
  );
  return hits.map(({ line, targets }) => targets.map((target) => targetRecord(target, line.currency, labels)));
}

function targetRecord(
  { kind, id, amount, discount = 0n }: Target,
  currency: string,
  labels: ReadonlyMap<string, Label>,
): BankSuggestion['targets'][number] {
  return {
    [fieldOf[kind]]: id,
    amount: money(amount, currency),
    early_discount: money(discount, currency),
    ...(labels.get(id) ?? { number: null, name: null }),
  };
}

const idOf = {
  entry: Id('journal_entry'),
  sale: Id('sale'),
  expense: Id('expense'),
  payment: Id('payment'),
  client_credit: Id('client'),
  supplier_credit: Id('client'),
  bank_line: Id('bank_line'),
  bank_account: Id('bank_account'),
  account: Id('account'),
} as const;

/** A target as match_bank_line takes it: all of what is open, or what is to pay of it early. */
export function asTarget({ kind, id, amount, discount }: Target, currency: string): Readonly<Record<string, string>> {
  const target = { [fieldOf[kind]]: z.encode(idOf[kind], id) };
  return discount === undefined ? target : { ...target, amount: formatMoney(money(amount, currency)) };
}

async function labelsOf(context: Context, targets: readonly Target[]): Promise<ReadonlyMap<string, Label>> {
  const { db, organization } = context;
  const ids = targets.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const inChart = targets.flatMap(({ kind, id }) => (kind === 'account' ? id : []));
  const accounts = inChart.length === 0 ? new Map<string, never>() : await loadAccounts(context, inChart);
  const rows = await db.many<Label & { id: string }>(sql`
    select item.id, item.number, party.display_name as name
    from bank_open_items as item
    left join bank_parties as party on party.organization_id = item.organization_id and party.id = item.party_id
    where item.organization_id = ${organization} and item.id = any(${ids}::uuid[])
    union all
    select id, number, client_name from bank_refundable_payments
    where organization_id = ${organization} and id = any(${ids}::uuid[])
    union all
    select id, null, display_name from bank_parties
    where organization_id = ${organization} and id = any(${ids}::uuid[])
    union all
    select id, number, memo from bank_entries where organization_id = ${organization} and id = any(${ids}::uuid[])
    union all
    select id, null, name from bank_accounts where organization_id = ${organization} and id = any(${ids}::uuid[])
    union all
    select line.id, null, account.name from bank_lines as line
    join bank_accounts as account on account.organization_id = line.organization_id
      and account.id = line.bank_account_id
    where line.organization_id = ${organization} and line.id = any(${ids}::uuid[])`);
  const charted = [...accounts].map(([id, { code, name }]) => [id, { number: code, name }] as const);
  return new Map([...rows.map(({ id, number, name }) => [id, { number, name }] as const), ...charted]);
}
