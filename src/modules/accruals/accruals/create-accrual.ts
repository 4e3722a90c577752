import { z } from 'zod';
import { addDays, addMonths, clampedDay, type Day as CoreDay, partsOf } from '../../../core/calendar.ts';
import { entry } from '../../../core/entry.ts';
import { monthEnd } from '../../../core/spread.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Amount, Day, Id, Text } from '../../../wire/index.ts';
import { DimensionValueIds, valuesOfRecord } from '../../dimensions/index.ts';
import { accountsByRole, post, type Posting } from '../../ledger/index.ts';
import { resultAccount, resultAccountInput } from '../result-account.ts';
import { baseAmountFrom } from '../base-amount.ts';
import { Accrual, accrualCreated, accrualColumns, accrualKinds, accrualRecord, type AccrualRow } from './accrual.ts';

const aheadDaysMax = 366;

export const createAccrual = operation({
  name: 'create_accrual',
  summary: 'Create an accrual of income or cost, with its reversal on a later date.',
  guidance:
    'For cost or income of a period whose bill or invoice comes later, such as the audit fee. Both entries are ' +
    'posted at once. To spread what was invoiced in advance, use create_schedule or spread_expense.',
  http: 'POST /accruals',
  effect: 'write',
  permission: 'ledger:write',
  mcp: 'action',
  creates: true,
  keyRequired: true,
  posts: true,
  // On its own day: books of the month it is in are then as they were.
  undo: ({ output: { id, accrual_date: date } }) => [{ operation: 'void_accrual', input: { id, date } }],
  input: z.strictObject({
    kind: z.enum(accrualKinds).default('accrued_expense'),
    description: Text(255),
    ...resultAccountInput,
    amount: Amount.describe('In the base currency, without tax.'),
    client_id: Id('client').nullable().optional().describe('Client or supplier it concerns.'),
    dimension_value_ids: DimensionValueIds.optional().describe('Values of dimensions that it is for.'),
    accrual_date: Day.optional().describe('Default: the last day of the month before.'),
    reverse_on: Day.optional().describe('Default: the first day of the month after the accrual.'),
  }),
  output: Accrual,
  refuses: [notFound, validationFailed],
  emits: [accrualCreated],
  async run(context, input) {
    const { kind, description, client_id: clientId = null } = input;
    const amount = baseAmountFrom(context, input.amount, '/amount');
    const days = daysOf(context, input);
    const [account, roles, dimensions = []] = await Promise.all([
      resultAccount(context, input),
      accountsByRole(context),
      valuesOfRecord(context, input, { day: days.accrual_date }),
    ]);
    const balance = kind === 'accrued_expense' ? roles.accruedExpense : roles.accruedIncome;
    const row = await insert(context, { kind, description, clientId, amount, account, balance, dimensions, ...days });
    post(context, postingsOf(context, row));
    const record = accrualRecord(context, row);
    context.emit(accrualCreated(record));
    return record;
  },
});

type Days = { readonly accrual_date: CoreDay; readonly reverse_on: CoreDay };

function daysOf(context: Context, given: Partial<Record<keyof Days, CoreDay | undefined>>): Days {
  const date = given.accrual_date ?? addDays(firstOf(context.today), -1);
  const latest = monthEnd(context.today);
  if (date > latest) throw fault('/accrual_date', 'in_future', `Write ${latest} or an earlier date.`);
  const back = given.reverse_on ?? addMonths(firstOf(date), 1);
  if (back <= date) throw fault('/reverse_on', 'before_accrual', `Write a date after ${date}.`);
  const last = addDays(context.today, aheadDaysMax);
  if (back > last) throw fault('/reverse_on', 'in_future', `Write ${last} or an earlier date.`);
  return { accrual_date: date, reverse_on: back };
}

function firstOf(day: CoreDay): CoreDay {
  const { year, month } = partsOf(day);
  return clampedDay(year, month, 1);
}

type New = Days & {
  readonly kind: AccrualRow['kind'];
  readonly description: string;
  readonly clientId: string | null;
  readonly amount: bigint;
  readonly account: string;
  readonly balance: string;
  readonly dimensions: readonly string[];
};

function insert({ db, organization, newId, now, actor }: Context, made: New): Promise<AccrualRow> {
  const stamp = JSON.stringify(actorStamp(actor));
  return db.one<AccrualRow>(sql`
    insert into accruals (organization_id, id, kind, description, account_id, balance_account_id, client_id,
      dimension_value_ids, amount, accrual_date, reverse_on, created_at, updated_at, created_by, updated_by)
    values (${organization}, ${newId()}, ${made.kind}, ${made.description}, ${made.account}, ${made.balance},
      ${made.clientId}, ${made.dimensions}::uuid[], ${made.amount}, ${made.accrual_date},
      ${made.reverse_on}, ${now}, ${now}, ${stamp}, ${stamp})
    returning ${accrualColumns}`);
}

/** The accrual and what takes it back: each a deed of its own day, so that a void takes both back. */
function postingsOf(context: Context, row: AccrualRow): Posting[] {
  const clientId = row.client_id ?? undefined;
  const sign = row.kind === 'accrued_expense' ? 1n : -1n;
  const posting = (date: CoreDay, memo: string, direction: bigint): Posting => ({
    id: context.newId(),
    entry: entry({ kind: 'system', date, memo, source: { type: 'accrual', id: row.id, event: accrualCreated.type } }, [
      { account: row.account_id, clientId, amount: direction * row.amount, dimensionIds: row.dimension_value_ids },
      { account: row.balance_account_id, clientId, amount: -direction * row.amount },
    ]),
  });
  return [
    posting(row.accrual_date, `Accrual: ${row.description}`, sign),
    posting(row.reverse_on, `Reversal of an accrual: ${row.description}`, -sign),
  ];
}
