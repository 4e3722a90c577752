import { z } from 'zod';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { contains, type Period } from '../../../core/period.ts';
import { ascending, descending, orderedBy } from '../../../core/order.ts';
import { cutField, cutOf, withLimit } from '../../../operation/cut.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id, Money, OrFile, Text } from '../../../wire/index.ts';
import { accountMovements } from '../../ledger/index.ts';
import { methodWarning } from '../../../render/report-locale.ts';
import { methodCells } from '../cash-basis/method-cells.ts';
import { dimensionFilterInput, NarrowedTo, narrowedTo } from '../books/dimension-filter.ts';
import { comparedFields, Figure } from '../figure.ts';
import { compareInput, intervals, rangeInput, rangeOf, type ReportRange } from '../period-input.ts';
import {
  baseMoney,
  basisInput,
  currencyOf,
  fileInput,
  metaOf,
  ReportInterval,
  ReportMeta,
  ReportPeriod,
} from '../report.ts';
import { inFormat } from '../printing/report-file.ts';
import { recordTable, type Table } from '../printing/report-table.ts';
import { groupsLeft, type RevenueCell, revenueCells, type RevenueFilter } from './revenue-facts.ts';
import { groupColumns, groupingOf, namesOf, type RevenueGroup, revenueGroups } from './revenue-groups.ts';
import {
  type KeyedTally,
  type RevenueFrame,
  RevenueRow,
  RevenueTotals,
  rowsFrom,
  tally,
  totalsFrom,
} from './revenue-rows.ts';
import { refuseUnknownChannel } from '../unknown-filters.ts';

const groupsMax = 1_000;
const groupsDefault = 100;

const Revenue = z.object({
  group_by: z.enum(revenueGroups),
  period: ReportPeriod,
  compared_period: ReportPeriod.nullable(),
  intervals: z.array(ReportInterval),
  rows: z.array(RevenueRow),
  totals: RevenueTotals,
  reconciliation: z
    .object({ sales: Money, ledger: Money, difference: Money })
    .nullable()
    .describe('Net and charges here against revenue in the ledger; null with a filter, or by payments.'),
  cut: cutField,
  narrowed_to: NarrowedTo,
  meta: ReportMeta,
});
type Revenue = z.output<typeof Revenue>;

export const getRevenue = operation({
  name: 'get_revenue',
  summary: 'Get revenue for a period: gross, discounts, returns, net, charges, tax; by client, product, …',
  guidance: 'Reconciles with the ledger. Sales count on their date, voids on theirs.',
  http: 'GET /reports/revenue',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    ...rangeInput,
    group_by: z.enum(revenueGroups).default('period'),
    interval: z
      .enum(intervals)
      .optional()
      .describe('Length of the periods, default month; with other groupings, adds a series of net.'),
    ...compareInput,
    limit: z
      .int()
      .min(1)
      .max(groupsMax)
      .default(groupsDefault)
      .describe('Number of groups, largest first; the rest is one row.'),
    client_id: Id('client').optional(),
    member_id: Id('member').optional(),
    location_id: Id('location').optional(),
    channel: Text(50).optional(),
    ...dimensionFilterInput,
    basis: basisInput,
    ...fileInput,
  }),
  output: OrFile(Revenue),
  refuses: [validationFailed, notFound, pagesRefused],
  async run(context, input) {
    const { group_by: group, limit, format, language, client_id, member_id, location_id, channel } = input;
    const { dimension_value_id, without_dimension_id } = input;
    const interval = input.interval ?? (group === 'period' ? 'month' : undefined);
    const range = await rangeOf(context, { ...input, interval });
    const ofLines = { dimension_value_id, without_dimension_id };
    const filter: RevenueFilter = { client_id, member_id, location_id, channel, ...ofLines };
    const narrowed = await narrowedTo(context, filter);
    const isByMethod = group === 'payment_method';
    const ask = (of: RevenueGroup) =>
      isByMethod
        ? methodCells(context, range, filter)
        : revenueCells(context, { group: of, range, filter, groupsMax: limit });
    const isWhole = !isByMethod && Object.values(filter).every((value) => value === undefined);
    // Groups of sales make all of them, the others and those of no group among them; lines say nothing of charges.
    const isWholeByItself = group !== 'period' && groupingOf(group).level === 'sale';
    const [grouped, periods, ledger] = await Promise.all([
      group === 'period' ? [] : ask(group),
      isWholeByItself ? [] : ask('period'),
      isWhole ? ledgerRevenue(context, range) : undefined,
    ]);
    const whole = isWholeByItself ? grouped : periods;
    const frame = frameOf(context, range, group);
    if (whole.length === 0) await refuseUnknownChannel(context, channel);
    const totals = tally(whole, frame);
    const tallies =
      group === 'period' ? periodTallies(whole, range, frame) : await groupTallies(context, group, grouped, frame);
    const rows = rowsFrom(withCharges(tallies, totals, frame), frame);
    const report: Revenue = {
      group_by: group,
      period: range.current,
      compared_period: range.compared ?? null,
      intervals: [...range.intervals],
      rows,
      totals: totalsFrom(totals, frame),
      reconciliation: ledger === undefined ? null : tieOut(context, totals.net.amount + totals.charges, ledger),
      cut: cutOf({
        list: 'rows',
        shown: Math.min(limit, grouped[0]?.groups ?? 0),
        left: groupsLeft(grouped, limit),
        rest: rows.find(({ kind }) => kind === 'others')?.net.amount ?? null,
        how: withLimit(groupsMax),
      }),
      narrowed_to: narrowed,
      meta: await (isByMethod ? metaOf(context, [methodWarning], 'cash') : metaOf(context)),
    };
    return inFormat(context, { format, language }, report, asTable);
  },
});

function frameOf(context: Context, range: ReportRange, group: RevenueGroup): RevenueFrame {
  return {
    currency: currencyOf(context),
    range,
    isCompared: range.compared !== undefined,
    seesCosts: group !== 'payment_method' && context.actor.permissions.has('costs:read'),
    level: groupingOf(group).level,
  };
}

/** A row for each interval, compared with what it is compared with, of which days may be in two rows or in none. */
function periodTallies(cells: readonly RevenueCell[], range: ReportRange, frame: RevenueFrame): KeyedTally[] {
  const alone = { ...range, intervals: [], comparedIntervals: [] };
  return range.intervals.map(({ label }, index) => {
    const before = range.comparedIntervals[index];
    const own = cells.filter(({ is_compared: isCompared, bucket }) => {
      return isCompared ? before !== undefined && isIn(before, range.comparedPieces[bucket]) : bucket === index;
    });
    return { kind: 'group', key: label, label, ...tally(own, { ...frame, range: alone }) };
  });
}

function isIn(whole: Period, piece: Period | undefined): boolean {
  return piece !== undefined && contains(whole, piece.from);
}

/** The largest groups first, then the rest of them, then what belongs to none, which is always shown. */
async function groupTallies(
  context: Context,
  group: RevenueGroup,
  cells: readonly RevenueCell[],
  frame: RevenueFrame,
): Promise<KeyedTally[]> {
  const keyed = Map.groupBy(
    cells.filter(({ kind }) => kind === 'group'),
    ({ key }) => key ?? '',
  );
  const names = await namesOf(context, group, [...keyed.keys()]);
  const groups = [...keyed].map(([key, own]): KeyedTally => {
    return {
      kind: 'group',
      key: names.get(key)?.key ?? key,
      label: names.get(key)?.label ?? key,
      ...tally(own, frame),
    };
  });
  const others = cells.filter(({ kind }) => kind === 'others');
  const unassigned = tally(
    cells.filter(({ kind }) => kind === 'unassigned'),
    frame,
  );
  return [
    ...groups.toSorted(
      orderedBy(
        descending(({ net }) => net.amount),
        ascending(({ label }) => label),
        ascending(({ key }) => key ?? ''),
      ),
    ),
    ...(others.length === 0 ? [] : [{ kind: 'others', key: null, label: 'Others', ...tally(others, frame) } as const]),
    { kind: 'unassigned', key: null, label: `No ${group.replaceAll('_', ' ')}`, ...unassigned },
  ];
}

/** Charges belong to no line, so where lines are grouped they have a row of their own, and every column adds up. */
function withCharges(
  tallies: readonly KeyedTally[],
  totals: ReturnType<typeof tally>,
  frame: RevenueFrame,
): readonly KeyedTally[] {
  const net = tallies.reduce((sum, one) => sum + one.net.amount, 0n);
  if (net !== totals.net.amount) throw new Error(`groups make ${net}, sales ${totals.net.amount}`);
  if (frame.level === 'sale') return tallies;
  const tax = totals.tax - tallies.reduce((sum, one) => sum + one.tax, 0n);
  const nothing = tally([], frame);
  return [...tallies, { ...nothing, kind: 'charges', key: null, label: 'Charges', charges: totals.charges, tax }];
}

async function ledgerRevenue(context: Context, { current }: ReportRange): Promise<bigint> {
  const moved = await accountMovements(context, ['revenue'], [current]);
  return moved.filter(({ type }) => type === 'revenue').reduce((sum, { debit, credit }) => sum + credit - debit, 0n);
}

function tieOut(context: Context, sales: bigint, ledger: bigint): Revenue['reconciliation'] {
  const money = baseMoney(context);
  return { sales: money(sales), ledger: money(ledger), difference: money(ledger - sales) };
}

function asTable({ group_by: group, period, intervals: cuts, rows, totals }: Revenue): Table {
  const { series } = Figure.shape;
  const { share } = RevenueRow.shape;
  const fields = { ...groupColumns, ...RevenueTotals.shape, ...comparedFields, series, share };
  const headings = { label: group, series: group === 'period' ? [] : cuts.map(({ label }) => label) };
  const records = [...rows, { ...totals, label: 'total' }].map((one) => ({ ...one, ...one.net, net: one.net.amount }));
  return recordTable(`revenue-by-${group}-${period.from}-${period.to}`, { fields, headings }, records);
}
