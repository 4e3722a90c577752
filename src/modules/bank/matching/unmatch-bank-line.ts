import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { BusinessError, notFound, periodLocked, validationFailed } from '../../../operation/errors.ts';
import { type Context, type Operation, operation } from '../../../operation/operation.ts';
import { Id, type Prefixed } from '../../../wire/index.ts';
import { supplierRefundsRemain, voidSupplierPayment } from '../../expenses/index.ts';
import { reverseJournalEntry } from '../../ledger/index.ts';
import { refundsRemain, voidPayment, voidRefund, voidTransfer } from '../../payments/index.ts';
import { takeAdjustmentBack, takeAdjustments } from './adjustments.ts';
import type { MadeType } from './deeds.ts';
import { lineUnmatched } from './events.ts';
import { keepLineBefore, MatchedLine, readMatchedLine } from './match.ts';
import { lineNotMatched } from './refusals.ts';

const takenBackBy: Readonly<Record<MadeType, Operation>> = {
  payment: voidPayment,
  refund: voidRefund,
  supplier_payment: voidSupplierPayment,
  money_transfer: voidTransfer,
  journal_entry: reverseJournalEntry,
};

export const unmatchBankLine = operation({
  name: 'unmatch_bank_line',
  summary: 'Unmatch a bank line. What was recorded for the match is voided on the day of the line.',
  guidance:
    'Discounts and write-offs of the match are reversed with it. Records that were there before stay. If that day is ' +
    'closed, the others are voided on the first open day.',
  http: 'POST /bank-lines/{id}/unmatch',
  effect: 'destructive',
  permission: 'bank:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  noUndo: 'voided',
  input: z.strictObject({ id: Id('bank_line') }),
  output: MatchedLine,
  refuses: [notFound, validationFailed, lineNotMatched, refundsRemain, supplierRefundsRemain],
  emits: [lineUnmatched],
  async run(context, { id }) {
    await lockMatched(context, id);
    const [taken, adjustments] = await Promise.all([takeMatches(context, id), takeAdjustments(context, id)]);
    const lines = [...new Set(taken.map(({ line_id: lineId }) => lineId))];
    await reopen(context, lines);
    const made = new Map(taken.flatMap((one) => (one.made_id === null ? [] : [[one.made_id, one]])));
    for (const one of made.values()) await takeBack(context, one);
    for (const one of adjustments) await takeAdjustmentBack(context, one);
    for (const other of lines.filter((line) => line !== id)) {
      context.emit(lineUnmatched(await readMatchedLine(context, other)));
    }
    const line = await readMatchedLine(context, id);
    context.emit(lineUnmatched(line));
    return line;
  },
});

async function lockMatched(context: Context, id: string): Promise<void> {
  const { db, organization } = context;
  // A transfer may be of two lines: both are locked, in one order.
  const lines = await db.many<{ id: string; match_state: string }>(sql`
    select id, match_state from bank_lines where organization_id = ${organization} and id in (
      select ${id}::uuid union
      select other.line_id from bank_matches as match
      join bank_matches as other on other.organization_id = match.organization_id and other.made_id = match.made_id
      where match.organization_id = ${organization} and match.line_id = ${id})
    order by id for no key update`);
  const line = lines.find((one) => one.id === id);
  if (line === undefined) throw notFound();
  if (line.match_state !== 'matched') throw lineNotMatched();
  await keepLineBefore(context, id);
}

type Taken = {
  readonly line_id: string;
  readonly day: string;
  readonly made_type: MadeType | null;
  readonly made_id: string | null;
};

/** Removes the matches of the line, and those of the other line of its transfer. */
async function takeMatches({ db, organization }: Context, id: string): Promise<Taken[]> {
  return db.many<Taken>(sql`
    with taken as (
      delete from bank_matches where organization_id = ${organization} and (line_id = ${id} or made_id in (
        select made_id from bank_matches
        where organization_id = ${organization} and line_id = ${id} and made_id is not null))
      returning line_id, entry_id, made_type, made_id, item_ids, rule_id
    ), remembered as (
      update bank_lines as line set unmatched_ids = (
          select array(select distinct one from unnest(line.unmatched_ids || array_agg(taken.entry_id)
            || array_remove(array_agg(taken.rule_id), null)
            || array(select unnest(item_ids) from taken where line_id = line.id)) as one)
          from taken where taken.line_id = line.id)
      where line.organization_id = ${organization} and line.id in (select line_id from taken)
    )
    select line_id, line.booking_date as day, made_type, made_id from taken
    join bank_lines as line on line.organization_id = ${organization} and line.id = taken.line_id
    order by line_id`);
}

async function reopen({ db, organization, now }: Context, lines: readonly string[]): Promise<void> {
  await db.run(sql`
    update bank_lines set match_state = 'open', updated_at = ${now}
    where organization_id = ${organization} and id = any(${lines}::uuid[])`);
}

/** On the day of the line; on the first open day where that is closed. */
async function takeBack(context: Context, { made_type: type, made_id: id, day }: Taken): Promise<void> {
  if (type === null || id === null) return;
  const { actor, origin } = context;
  const input = { id: z.encode(Id(type satisfies Prefixed), id) };
  const made = takenBackBy[type];
  try {
    await context.carryOut({ operation: made, request: { actor, origin, input: { ...input, date: day } } });
  } catch (error) {
    if (!(error instanceof BusinessError) || error.kind.code !== periodLocked.code) throw error;
    await context.carryOut({ operation: made, request: { actor, origin, input } });
  }
}
