import { z } from 'zod';
import { sum } from '../../../core/list.ts';
import { money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { encoderOf } from '../../../operation/encode.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, ForeignText, Id, Instant, Money } from '../../../wire/index.ts';
import { recordId } from '../../ledger/index.ts';
import { BankLine, type BankLineRow, lineRecord, listedColumns } from '../lines/bank-line.ts';
import { adjustmentsOf, BankAdjustment } from './adjustments.ts';
import { lineNotOpen, matchIncomplete } from './refusals.ts';

export const BankMatch = z.object({
  id: Id('bank_match'),
  entry_id: Id('journal_entry'),
  entry_number: z.string(),
  amount: Money.describe('Part of the line; negative for money out.'),
  record_id: z.string().describe('The payment, transfer or other record that the entry is of.'),
  memo: ForeignText,
  is_made: z.boolean().describe('Recorded for this match, and voided when the line is unmatched.'),
  rule: z
    .object({ id: Id('bank_rule'), name: z.string() })
    .nullable()
    .describe('The bank rule by which it was matched.'),
  created_at: Instant,
  created_by: ActorStamp,
});

/** What a line is in the books. */
export const matchedFields = {
  matches: z.array(BankMatch).describe('What it is in the books.'),
  adjustments: z
    .array(BankAdjustment)
    .describe('What its match gave up of sales beside the money. It is owed again when the line is unmatched.'),
};

export const MatchedLine = BankLine.extend(matchedFields);

type MatchRow = {
  readonly id: string;
  readonly entry_id: string;
  readonly entry_number: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly source_type: string;
  readonly source_id: string;
  readonly memo: string;
  readonly is_made: boolean;
  readonly rule: { readonly id: string; readonly name: string } | null;
  readonly created_at: string;
  readonly created_by: z.output<typeof ActorStamp>;
};

/** Matches of a line, in the order in which they were made. */
export async function matchesOf({ db, organization }: Context, line: string): Promise<z.output<typeof BankMatch>[]> {
  const rows = await db.many<MatchRow>(sql`
    select match.id, entry_id, entry.number as entry_number, match.amount, account.currency,
      entry.source_type, entry.source_id, entry.memo, made_id is not null as is_made,
      case when rule.id is not null then jsonb_build_object('id', rule.id, 'name', rule.name) end as rule,
      match.created_at, match.created_by
    from bank_matches as match
    join bank_accounts as account on account.organization_id = match.organization_id
      and account.id = match.bank_account_id
    join bank_entries as entry on entry.organization_id = match.organization_id and entry.id = match.entry_id
      and entry.bank_account_id = match.bank_account_id
    left join bank_rules as rule on rule.organization_id = match.organization_id and rule.id = match.rule_id
    where match.organization_id = ${organization} and match.line_id = ${line}
    order by match.id`);
  return rows.map(({ source_type: type, source_id: id, amount, currency, ...row }) => ({
    ...row,
    amount: money(amount, currency),
    record_id: recordId(type, id),
  }));
}

/** A line and its matches, as every operation on it answers them. */
export async function readMatchedLine(context: Context, id: string): Promise<z.output<typeof MatchedLine>> {
  const { db, organization } = context;
  const [row, matches, adjustments] = await Promise.all([
    db.one<BankLineRow>(sql`
      select ${listedColumns} from bank_lines where organization_id = ${organization} and id = ${id}`),
    matchesOf(context, id),
    adjustmentsOf(context, id),
  ]);
  return { ...lineRecord(context, row), matches, adjustments };
}

/** Keeps the line as it is now for the audit log. */
export async function keepLineBefore(context: Context, id: string): Promise<void> {
  context.before(encoderOf(MatchedLine)(await readMatchedLine(context, id)));
}

/** An entry that is to be matched with a line. */
export type NewMatch = {
  readonly entryId: string;
  readonly amount: bigint;
  readonly made: { readonly type: string; readonly id: string } | null;
  readonly itemIds: readonly string[];
};

/** Writes the matches of a line, which come to it, and closes it. */
export async function writeMatches(
  context: Context,
  line: { readonly id: string; readonly bankAccountId: string; readonly amount: bigint },
  { matches, ruleId }: { readonly matches: readonly NewMatch[]; readonly ruleId: string | null },
): Promise<void> {
  const { db, organization, now, newId, actor } = context;
  const total = sum(matches.map(({ amount }) => amount));
  if (total !== line.amount)
    throw matchIncomplete({ detail: 'What is posted does not come to the amount of the line.' });
  const rows = matches.map(({ entryId, amount, made, itemIds }) => ({
    id: newId(),
    entry_id: entryId,
    amount: amount.toString(),
    made_type: made?.type ?? null,
    made_id: made?.id ?? null,
    item_ids: itemIds,
  }));
  await db.run(sql`
    insert into bank_matches (organization_id, id, line_id, bank_account_id, entry_id, amount, made_type, made_id,
      item_ids, rule_id, created_at, created_by)
    select ${organization}, id, ${line.id}, ${line.bankAccountId}, entry_id, amount, made_type, made_id, item_ids,
      ${ruleId}::uuid, ${now}::timestamptz, ${JSON.stringify(actorStamp(actor))}::jsonb
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (id uuid, entry_id uuid, amount bigint,
      made_type text, made_id uuid, item_ids uuid[])`);
  const closed = await db.run(sql`
    update bank_lines set match_state = 'matched', updated_at = ${now}
    where organization_id = ${organization} and id = ${line.id} and match_state = 'open'`);
  if (closed === 0) throw lineNotOpen();
}

type NewState = { readonly state: 'open' | 'excluded'; readonly reason: string | null };

/** Excludes a line without matches, or opens it again. */
export async function changeState(
  context: Context,
  id: string,
  { state, reason }: NewState,
): Promise<z.output<typeof MatchedLine>> {
  const { db, organization, now } = context;
  const row = await db.one<BankLineRow>(sql`
    update bank_lines set match_state = ${state}, exclusion_reason = ${reason}, updated_at = ${now}
    where organization_id = ${organization} and id = ${id} returning ${listedColumns}`);
  return { ...lineRecord(context, row), matches: [], adjustments: [] };
}
