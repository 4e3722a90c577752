import { z } from 'zod';
import { addDays, type Day as CoreDay } from '../../core/calendar.ts';
import { wholePercent } from '../../core/decimal.ts';
import { sum } from '../../core/list.ts';
import { formatMoney, money } from '../../core/money.ts';
import { decliningLimit, lowValueLimits } from '../../core/depreciation.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed } from '../../operation/errors.ts';
import { fault, missing } from '../../operation/fault.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { baseCurrency } from '../../operation/record/column.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Amount, Day, Id, Name, Percent, Text } from '../../wire/index.ts';
import { baseAmountFrom, enqueueSchedules } from '../accruals/index.ts';
import { DimensionValueIds, valuesOfRecord } from '../dimensions/index.ts';
import { costOfLine } from '../expenses/index.ts';
import { accountChoice, accountsByRole, chosenAccount, post } from '../ledger/index.ts';
import { type OrganizationSettings, settingsOf } from '../organization/index.ts';
import {
  assetClasses,
  assetCreated,
  assetDepreciated,
  type AssetFound,
  assetRecord,
  type AssetRow,
  AssetWithParts,
  depreciationMethods,
  partRecord,
} from './asset.ts';
import { capitalisationOf, partPostings } from './asset-postings.ts';
import { insertAsset, insertParts } from './asset-store.ts';
import { firstPlan } from './plan.ts';

const aheadDaysMax = 366;

const CreateAsset = z.strictObject({
  name: Name,
  class: z.enum(assetClasses).default('other'),
  serial_number: Text(100).optional(),
  location: Text(255).optional().describe('Where it is, or who has it.'),
  expense_id: Id('expense').optional().describe('The bill it was bought by.'),
  line_id: Id('expense_line').optional().describe('Line of that bill. Default: the only line.'),
  ...accountChoice,
  cost: Amount.optional().describe('In the base currency, without recoverable tax. Default: all of the line.'),
  supplier_id: Id('client').optional().describe('Default: that of the bill.'),
  from_account_id: Id('account').optional().describe('Without a bill: the account its cost is on now, if another.'),
  accumulated_account_id: Id('account')
    .optional()
    .describe('Account that depreciation is credited to; that of the cost for direct depreciation.'),
  depreciation_account_id: Id('account').optional().describe('Account of the expense. Default: Depreciation.'),
  dimension_value_ids: DimensionValueIds.optional().describe(
    'Values of dimensions that it is depreciated for. Default: those of the line.',
  ),
  acquired_on: Day.optional().describe('Default: the date of the bill, else today.'),
  in_use_from: Day.optional().describe('Its month is the first that counts. Default: acquired_on.'),
  method: z.enum(depreciationMethods).default('straight_line'),
  life_months: z.int().min(1).max(1200).optional().describe('Useful life; of a pool, 60 in Germany.'),
  yearly_rate: Percent.optional().describe('Declining balance: percent of the book value each year, such as "30".'),
  residual_value: Amount.optional().describe('Book value at the end of its life. Default: 0.'),
  opening_depreciation: Amount.optional().describe('Depreciation of before these books.'),
  depreciated_through: Day.optional().describe('Last day of that depreciation, the end of a month.'),
});
type Input = z.output<typeof CreateAsset>;

export const createAsset = operation({
  name: 'create_asset',
  summary: 'Create a fixed asset from a bill, or by hand, with its depreciation plan.',
  guidance:
    'A dry run previews the plan. A bill’s line on an account of another type moves to the asset’s account. ' +
    'Depreciation is posted on the last day of each month; what is due is posted at once.',
  http: 'POST /assets',
  effect: 'write',
  permission: 'ledger:write',
  mcp: 'action',
  creates: true,
  keyRequired: true,
  posts: true,
  undo: undoneBy('void_asset'),
  input: CreateAsset,
  output: AssetWithParts,
  refuses: [invalidStateTransition, notFound, validationFailed],
  emits: [assetCreated, assetDepreciated],
  async run(context, input) {
    const settings = await settingsOf(context);
    const bought = await purchaseOf(context, input);
    const row = await rowOf(context, input, bought);
    checkMethod(context, row, settings);
    const plan = firstPlan(row, settings.fiscalYearStart.month);
    const due = plan.filter(({ due_date: day }) => day <= context.today);
    const done = await partPostings(
      context,
      due.map((part) => ({ asset: row, part })),
    );
    const kept = plan.map((part) => done.parts.find(({ position }) => position === part.position) ?? part);
    insertAsset(context, row);
    insertParts(context, row.id, kept);
    if (kept.length > due.length) enqueueSchedules(context);
    const moved = capitalisationOf(row, bought.dimensions);
    post(context, [...(moved === undefined ? [] : [{ id: context.newId(), entry: moved }]), ...done.postings]);
    const found: AssetFound = {
      ...row,
      posted: sum(due.map(({ amount }) => amount)),
      next_date: kept.find((part) => part.posted_on === null)?.due_date ?? null,
    };
    const record = assetRecord(context, found);
    context.emit(assetCreated(record));
    if (due.length > 0) context.emit(assetDepreciated(record));
    return { ...record, parts: kept.map((part) => partRecord(context, part)) };
  },
});

type Purchase = {
  readonly cost: bigint;
  readonly account: string;
  readonly movedFrom: string | null;
  readonly acquiredOn: CoreDay;
  readonly supplier: string | null;
  readonly lineId: string | null;
  readonly dimensions: readonly string[];
};

function purchaseOf(context: Context, input: Input): Promise<Purchase> {
  return input.expense_id === undefined ? byHand(context, input) : byBill(context, input, input.expense_id);
}

async function byHand(context: Context, input: Input): Promise<Purchase> {
  if (input.cost === undefined) throw fault('/cost', 'required', 'Write what it cost.');
  if (input.line_id !== undefined) throw missing('/line_id', 'line');
  const account = await assetAccount(context, input);
  const from = input.from_account_id;
  return {
    cost: baseAmountFrom(context, input.cost, '/cost'),
    account,
    movedFrom: from === undefined ? null : await plainAccount(context, from, 'from_'),
    acquiredOn: input.acquired_on ?? context.today,
    supplier: input.supplier_id ?? null,
    lineId: null,
    dimensions: [],
  };
}

async function byBill(context: Context, input: Input, id: string): Promise<Purchase> {
  if (input.from_account_id !== undefined) {
    throw fault('/from_account_id', 'not_with_a_bill', 'Leave it out: the bill says on which account its line is.');
  }
  const { line_id: lineId } = input;
  const { row, line, ...bought } = await costOfLine(context, {
    id,
    lineId,
    pointer: '/expense_id',
    action: 'create_asset',
  });
  const isChosen = input.account_id !== undefined || input.account_code !== undefined;
  const isOnAsset = bought.accountType === 'fixed_asset';
  if (bought.accountType === 'inventory' || bought.cost <= 0n) {
    throw fault('/line_id', 'no_asset', 'Choose a line that is neither goods in stock nor a deduction.');
  }
  const left = bought.cost - (await registered(context, line.id));
  const cost = input.cost === undefined ? left : baseAmountFrom(context, input.cost, '/cost');
  if (cost > left || left <= 0n) {
    const most = formatMoney(money(left, baseCurrency(context)));
    throw fault('/cost', 'too_large', `At most ${most} of the line is not registered as an asset yet.`);
  }
  return {
    cost,
    account: isOnAsset && !isChosen ? bought.account : await assetAccount(context, input),
    movedFrom: bought.account,
    acquiredOn: input.acquired_on ?? row.expense_date,
    supplier: input.supplier_id ?? row.supplier_id,
    lineId: line.id,
    dimensions: line.dimension_value_ids,
  };
}

/** Cost of a bill line that is already registered as assets. The caller has locked the bill. */
async function registered({ db, organization }: Context, lineId: string): Promise<bigint> {
  const { cost } = await db.one<{ cost: bigint }>(sql`
    select coalesce(sum(cost), 0)::bigint as cost from assets
    where organization_id = ${organization} and expense_line_id = ${lineId} and voided_at is null`);
  return cost;
}

async function assetAccount(context: Context, choice: Pick<Input, 'account_id' | 'account_code'>): Promise<string> {
  const { account_id, account_code } = choice;
  const account = await chosenAccount(context, { account_id, account_code });
  if (account.type === 'fixed_asset') return account.id;
  const pointer = account_id === undefined ? '/account_code' : '/account_id';
  throw fault(pointer, 'wrong_account_type', `Account ${account.code} is no account of fixed assets.`);
}

async function plainAccount(context: Context, id: string, prefix: string): Promise<string> {
  const account = await chosenAccount(context, { account_id: id }, prefix);
  const isPlain = !['accounts_receivable', 'accounts_payable', 'inventory', 'tax_payable', 'tax_receivable'].includes(
    account.type,
  );
  if (isPlain) return account.id;
  throw fault(`/${prefix}account_id`, 'wrong_account_type', `Nothing is moved from account ${account.code} by hand.`);
}

async function rowOf(context: Context, input: Input, bought: Purchase): Promise<AssetRow> {
  const { accumulated_account_id: contra, depreciation_account_id: expense, method } = input;
  const roles = await accountsByRole(context);
  const stamp = actorStamp(context.actor);
  const zeroOr = (amount: Input['cost'], pointer: string) =>
    amount === undefined || amount.units === 0n ? 0n : baseAmountFrom(context, amount, pointer);
  const residual = zeroOr(input.residual_value, '/residual_value');
  const opening = zeroOr(input.opening_depreciation, '/opening_depreciation');
  const through = input.depreciated_through ?? null;
  const inUseFrom = input.in_use_from ?? bought.acquiredOn;
  checkDays(context, bought.acquiredOn, inUseFrom);
  if (residual > bought.cost) throw fault('/residual_value', 'too_large', 'Write at most what it cost.');
  if (residual + opening > bought.cost) {
    throw fault('/opening_depreciation', 'too_large', 'Write at most the cost less the residual value.');
  }
  if (opening > 0n && through === null) {
    throw fault('/depreciated_through', 'required', 'Write the last day of the depreciation of before these books.');
  }
  return {
    id: context.newId(),
    name: input.name,
    class: input.class,
    serial_number: input.serial_number ?? null,
    location: input.location ?? null,
    supplier_id: bought.supplier,
    expense_id: input.expense_id ?? null,
    expense_line_id: bought.lineId,
    account_id: bought.account,
    accumulated_account_id:
      contra === undefined
        ? roles.accumulatedDepreciation
        : await assetAccount(context, { account_id: contra, account_code: undefined }),
    depreciation_account_id: expense === undefined ? roles.depreciation : await expenseAccount(context, expense),
    dimension_value_ids: (await valuesOfRecord(context, input, { day: bought.acquiredOn })) ?? [...bought.dimensions],
    moved_from_id: bought.movedFrom,
    cost: bought.cost,
    residual_value: residual,
    acquired_on: bought.acquiredOn,
    in_use_from: inUseFrom,
    method,
    ...termsOf(input),
    opening_depreciation: opening,
    depreciated_through: through,
    disposed_on: null,
    disposal_kind: null,
    disposal_entry_id: null,
    book_value_disposed: null,
    proceeds: null,
    sale_id: null,
    sale_line_id: null,
    dispose_reason: null,
    voided_at: null,
    voided_on: null,
    void_reason: null,
    version: 1,
    created_at: context.now,
    updated_at: context.now,
    created_by: stamp,
    updated_by: stamp,
  };
}

async function expenseAccount(context: Context, id: string): Promise<string> {
  const account = await chosenAccount(context, { account_id: id }, 'depreciation_');
  if (account.class === 'expense') return account.id;
  throw fault('/depreciation_account_id', 'wrong_account_type', `Account ${account.code} is no account of expense.`);
}

function checkDays(context: Context, acquiredOn: CoreDay, inUseFrom: CoreDay): void {
  const tomorrow = addDays(context.today, 1);
  if (acquiredOn > tomorrow) throw fault('/acquired_on', 'in_future', `Write ${tomorrow} or an earlier date.`);
  const latest = addDays(context.today, aheadDaysMax);
  if (inUseFrom > latest) throw fault('/in_use_from', 'in_future', `Write ${latest} or an earlier date.`);
}

/** Life and rate, as the method needs them and no others. */
function termsOf({ method, life_months: life, yearly_rate: rate }: Input) {
  const hasLife = method !== 'immediate' && method !== 'none';
  if (hasLife && life === undefined) throw fault('/life_months', 'required', 'Write its useful life in months.');
  if (!hasLife && life !== undefined) throw fault('/life_months', 'not_with_method', `Leave it out with ${method}.`);
  const declines = method === 'declining_balance';
  if (declines && rate === undefined) throw fault('/yearly_rate', 'required', 'Write the percentage of each year.');
  if (!declines && rate !== undefined) throw fault('/yearly_rate', 'not_with_method', `Leave it out with ${method}.`);
  if (rate !== undefined && (rate === 0n || rate > wholePercent)) {
    throw fault('/yearly_rate', 'wrong_rate', 'Write a percentage above 0, and at most 100.');
  }
  return { life_months: life ?? null, yearly_rate: rate ?? null };
}

/** Enforces the limits of national tax law, where they are known here. */
function checkMethod(context: Context, row: AssetRow, { country }: OrganizationSettings): void {
  const currency = baseCurrency(context);
  const limits = currency === 'EUR' ? lowValueLimits(country) : undefined;
  const euros = (minor: bigint) => formatMoney(money(minor, currency));
  if (row.method === 'immediate' && limits !== undefined && row.cost > limits.immediate) {
    throw fault('/method', 'not_of_low_value', `At most ${euros(limits.immediate)} may be written off at once.`);
  }
  const pool = limits?.pool;
  if (row.method === 'pool' && pool !== undefined && (row.cost <= pool[0] || row.cost > pool[1])) {
    throw fault(
      '/method',
      'not_for_a_pool',
      `Only above ${euros(pool[0])} and up to ${euros(pool[1])} go into a pool.`,
    );
  }
  if (row.method !== 'declining_balance') return;
  const limit = decliningLimit(country, { bought: row.acquired_on, months: row.life_months ?? 1 });
  if (limit === undefined || (row.yearly_rate ?? 0n) <= limit) return;
  const most = z.encode(Percent, limit);
  throw fault('/yearly_rate', 'too_large', `At most ${most} percent is allowed for what is bought on that day.`);
}
