import { z } from 'zod';
import { addDays, type Day as CoreDay } from '../../core/calendar.ts';
import { entry, type EntryLine, negateLines } from '../../core/entry.ts';
import { exchangeRateFrom, formatExchangeRate } from '../../core/exchange.ts';
import { money } from '../../core/money.ts';
import { revalue, type RevaluationStandard } from '../../core/revaluation.ts';
import { monthEnd } from '../../core/spread.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { validationFailed } from '../../operation/errors.ts';
import { fault } from '../../operation/fault.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { baseCurrency } from '../../operation/record/column.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Amount, Currency, Day } from '../../wire/index.ts';
import { exchangeRateMissing, knownRate } from '../exchange/index.ts';
import { accountsByRole, type AccountsByRole, currencyHoldings, post, type Posting } from '../ledger/index.ts';
import { settingsOf } from '../organization/index.ts';
import { openForeignDebts } from '../reports/index.ts';
import {
  currencyRevalued,
  itemRecord,
  type ItemRow,
  revaluationRecord,
  type RevaluationRow,
  revaluationStandards,
  RevaluationWithItems,
  revaluationVoided,
  type UsedRate,
} from './revaluation.ts';
import { takeBack } from './take-back.ts';

const ratesMax = 100;

export const revalueCurrency = operation({
  name: 'revalue_currency',
  summary: 'Revalue what is owed and held in other currencies at the end of a month.',
  guidance:
    'Unrealised gains and losses are posted on the date and back on the day after. A second run replaces the first. ' +
    'A dry run previews it. Advances are not revalued.',
  http: 'POST /revaluations',
  effect: 'write',
  permission: 'ledger:write',
  mcp: 'action',
  creates: true,
  keyRequired: true,
  posts: true,
  undo: undoneBy('void_revaluation'),
  input: z.strictObject({
    date: Day.optional().describe('Last day of a month. Default: that of the month before.'),
    rates: z
      .array(
        z.strictObject({
          currency: Currency,
          rate: Amount.describe('Base currency per unit, such as "0.93"; at most ten decimals.'),
        }),
      )
      .max(ratesMax)
      .optional()
      .describe('Closing rates. Default: the last exchange rates set by then.'),
    standard: z
      .enum(revaluationStandards)
      .optional()
      .describe('`hgb` leaves out gains of what is due after a year. Default: as last time, else by country.'),
  }),
  output: RevaluationWithItems,
  refuses: [exchangeRateMissing, validationFailed],
  emits: [currencyRevalued, revaluationVoided],
  async run(context, { date: asked, rates: given = [], standard: chosen }) {
    const date = dateOf(context, asked);
    // One at a time, so that the second replaces the first.
    await context.db.run(sql`
      select pg_advisory_xact_lock(hashtextextended(${`revaluation ${context.organization}`}, 0))`);
    const [items, roles, before, standard] = await Promise.all([
      itemsToRevalue(context, date),
      accountsByRole(context),
      liveOn(context, date),
      standardOf(context, chosen),
    ]);
    const rates = await ratesOf(context, { currencies: items.map(({ currency }) => currency), given, date });
    const base = baseCurrency(context);
    const revalued = items.map((item, index): ItemRow => {
      const rate = rates.get(item.currency);
      if (rate === undefined) throw new RangeError(`no rate of ${item.currency}`);
      const { dueDate, ...row } = item;
      const exchange = { from: item.currency, to: base, rate: rate.rate };
      const found = revalue({ ...item, dueDate }, { exchange, day: date, standard });
      return { ...row, position: index + 1, account_id: accountOf(item, roles), ...found };
    });
    const replaced = before === undefined ? [] : await takeBack(context, before, { date, reason: 'Replaced.' });
    const row = rowOf(context, { date, standard, items: revalued, rates: [...rates.values()].map(({ used }) => used) });
    write(context, row, revalued);
    post(context, [...replaced, ...postingsOf(context, row, { items: revalued, roles })]);
    const record = revaluationRecord(context, row);
    context.emit(currencyRevalued(record));
    return { ...record, items: revalued.map((item) => itemRecord(context, item)) };
  },
});

function dateOf({ today }: Context, asked: CoreDay | undefined): CoreDay {
  const date = asked ?? addDays(`${today.slice(0, 8)}01`, -1);
  if (date > today) throw fault('/date', 'in_future', `Write ${today} or an earlier date.`);
  if (date !== monthEnd(date))
    throw fault('/date', 'no_month_end', `Write the last day of a month: ${monthEnd(date)}.`);
  return date;
}

type ToRevalue = Omit<ItemRow, 'position' | 'account_id' | 'revalued' | 'difference'> & {
  readonly holder: string | null;
  readonly dueDate: CoreDay | null | undefined;
};

async function itemsToRevalue(context: Context, date: CoreDay): Promise<ToRevalue[]> {
  const [held, owed] = await Promise.all([
    currencyHoldings(context, date),
    openForeignDebts(context, date, baseCurrency(context)),
  ]);
  const none = { record_id: null, number: null, client_id: null, member_id: null, due_date: null };
  return [
    ...held.map(({ account_id: holder, type, currency, amount, base }): ToRevalue => {
      const dueDate = type === 'long_term_liability' ? null : undefined;
      return { ...none, kind: 'account', holder, currency, amount, carrying: base, dueDate };
    }),
    ...owed.map(({ base, ...debt }): ToRevalue => ({ ...debt, carrying: base, holder: null, dueDate: debt.due_date })),
  ];
}

function accountOf({ kind, holder }: ToRevalue, roles: AccountsByRole): string {
  if (holder !== null) return holder;
  return kind === 'receivable' ? roles.receivableRevaluation : roles.payableRevaluation;
}

async function standardOf(context: Context, chosen: RevaluationStandard | undefined): Promise<RevaluationStandard> {
  if (chosen !== undefined) return chosen;
  const [last, { country }] = await Promise.all([
    context.db.maybe<{ standard: RevaluationStandard }>(sql`
      select standard from revaluations where organization_id = ${context.organization}
      order by created_at desc, id desc limit 1`),
    settingsOf(context),
  ]);
  return last?.standard ?? (country === 'DE' ? 'hgb' : 'ias_21');
}

function liveOn({ db, organization }: Context, date: CoreDay): Promise<{ id: string } | undefined> {
  return db.maybe<{ id: string }>(sql`
    select id from revaluations
    where organization_id = ${organization} and revalued_on = ${date} and voided_at is null for update`);
}

type Asked = {
  readonly currencies: readonly string[];
  readonly given: readonly { readonly currency: string; readonly rate: z.output<typeof Amount> }[];
  readonly date: CoreDay;
};

/** The rate of each currency that there is, as it is given or as it was last set by the day. */
async function ratesOf(
  context: Context,
  { currencies, given, date }: Asked,
): Promise<ReadonlyMap<string, { readonly rate: bigint; readonly used: UsedRate }>> {
  const base = baseCurrency(context);
  const byHand = new Map<string, bigint>();
  for (const [index, { currency, rate: decimal }] of given.entries()) {
    const rate = exchangeRateFrom(decimal);
    const place = `/rates/${index}`;
    if (rate === undefined) throw fault(`${place}/rate`, 'wrong_rate', 'Write a rate above zero, such as "0.93".');
    if (currency === base) throw fault(`${place}/currency`, 'base_currency', `${base} is the base currency.`);
    if (byHand.has(currency)) throw fault(`${place}/currency`, 'duplicate', `${currency} has a rate already.`);
    byHand.set(currency, rate);
  }
  const found = await Promise.all(
    [...new Set(currencies)].toSorted().map(async (currency) => {
      const own = byHand.get(currency);
      const known = own === undefined ? await knownRate(context, currency, date) : undefined;
      const rate = own ?? known?.rate;
      if (rate === undefined) throw exchangeRateMissing({ currency, base_currency: base, rate_date: date });
      const { source = 'given', rate_date = date } = known ?? {};
      return [currency, { rate, used: { currency, rate: formatExchangeRate(rate), source, rate_date } }] as const;
    }),
  );
  return new Map(found);
}

type Made = {
  readonly date: CoreDay;
  readonly standard: RevaluationStandard;
  readonly items: readonly ItemRow[];
  readonly rates: RevaluationRow['rates'];
};

function rowOf(context: Context, { date, standard, items, rates }: Made): RevaluationRow {
  const stamp = actorStamp(context.actor);
  const { gain, loss } = sumsOf(items);
  return {
    id: context.newId(),
    revalued_on: date,
    next_day: addDays(date, 1),
    standard,
    gain,
    loss,
    rates,
    voided_on: null,
    void_reason: null,
    version: 1,
    created_at: context.now,
    updated_at: context.now,
    created_by: stamp,
    updated_by: stamp,
  };
}

function sumsOf(items: readonly ItemRow[]): { readonly gain: bigint; readonly loss: bigint } {
  let [gain, loss] = [0n, 0n];
  for (const { difference } of items) {
    if (difference > 0n) gain += difference;
    else loss -= difference;
  }
  return { gain, loss };
}

function write({ db, organization }: Context, row: RevaluationRow, items: readonly ItemRow[]): void {
  const { revalued_on: day, gain, loss, rates, ...rest } = row;
  db.later(sql`
    insert into revaluations (organization_id, id, revalued_on, standard, gain, loss, rates, created_at, updated_at,
      created_by, updated_by)
    values (${organization}, ${rest.id}, ${day}, ${rest.standard}, ${gain}, ${loss}, ${JSON.stringify(rates)},
      ${rest.created_at}, ${rest.updated_at}, ${JSON.stringify(rest.created_by)}, ${JSON.stringify(rest.updated_by)})`);
  db.later(sql`
    insert into revaluation_items (organization_id, revaluation_id, position, kind, account_id, record_id, number,
      client_id, member_id, due_date, currency, amount, carrying, revalued, difference)
    select ${organization}, ${rest.id}, position, kind, account_id, record_id, number, client_id, member_id, due_date,
      currency, amount, carrying, revalued, difference
    from json_populate_recordset(null::revaluation_items, ${toJson(items)})`);
}

/** The differences on the day, and the same lines back on the next: each a deed of its own day. */
function postingsOf(
  context: Context,
  { id, revalued_on: date, next_day: nextDay, gain, loss }: RevaluationRow,
  { items, roles }: { readonly items: readonly ItemRow[]; readonly roles: AccountsByRole },
): Posting[] {
  const lines: EntryLine[] = [
    ...linesOf(items),
    { account: roles.fxUnrealisedGain, amount: -gain },
    { account: roles.fxUnrealisedLoss, amount: loss },
  ].filter(({ amount }) => amount !== 0n);
  if (lines.length === 0) return [];
  const source = { type: 'revaluation', id, event: currencyRevalued.type };
  const posting = (day: CoreDay, memo: string, its: readonly EntryLine[]): Posting => ({
    id: context.newId(),
    entry: entry({ kind: 'fx_revaluation', date: day, memo, source }, its),
  });
  return [
    posting(date, `Exchange revaluation at ${date}`, lines),
    posting(nextDay, `Reversal of the exchange revaluation at ${date}`, negateLines(lines)),
  ];
}

/** One line for each account, whose it is and its currency. Money keeps its foreign amount: the line has none of it. */
function linesOf(items: readonly ItemRow[]): EntryLine[] {
  const groups = Map.groupBy(items, (item) =>
    [item.account_id, item.client_id, item.member_id, item.kind === 'account' ? item.currency : ''].join(),
  );
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    return {
      account: first.account_id,
      clientId: first.client_id ?? undefined,
      memberId: first.member_id ?? undefined,
      amount: own.reduce((sum, { difference }) => sum + difference, 0n),
      foreign: first.kind === 'account' ? money(0n, first.currency) : undefined,
    };
  });
}

function toJson(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? one.toString() : one));
}
