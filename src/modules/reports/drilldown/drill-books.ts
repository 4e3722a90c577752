import { sql } from '../../../db/sql.ts';
import { comparedDay, sectionTypes, totalSections } from '../books/balance-sheet-rows.ts';
import {
  accountLines,
  columnOf,
  type Drill,
  type FigureAsked,
  unknownColumn,
  unknownRow,
  uuidIn,
} from './drilldown.ts';
import { balanceLineFacts, lineIn } from './drill-statements.ts';
import { fiscalYearTo } from '../books/fiscal-year.ts';

const isResult = sql`a.class in ('revenue', 'expense')`;

/** An account, what was earned, a total or a line of a layout, at the end of a day or of that it is compared with. */
export const drillBalanceSheet: Drill = async (context, asked) => {
  const { organization } = context;
  const { row } = asked;
  const to = dayOf(asked);
  const line = lineIn(row);
  if (line !== undefined) return { facts: await balanceLineFacts(context, line, to) };
  const earned = { where: isResult, amount: sql`-l.amount` };
  const { from } = await fiscalYearTo(context, to);
  if (row === 'current_year_earnings') return { facts: accountLines(organization, { ...earned, from, to }) };
  if (row === 'retained_earnings') {
    const all = accountLines(organization, { ...earned, to });
    const kept = accountLines(organization, { where: sql`a.type = 'retained_earnings'`, amount: sql`-l.amount`, to });
    return {
      facts: sql`select * from (${all}) as all_lines where day < ${from} union all select * from (${kept}) as kept`,
    };
  }
  const sign = sql`case when a.class = 'asset' then 1 else -1 end`;
  const account = uuidIn(row, 'account');
  if (account !== undefined) {
    return {
      facts: accountLines(organization, { where: sql`a.id = ${account}`, amount: sql`l.amount * ${sign}`, to }),
    };
  }
  const names = Object.hasOwn(totalSections, row) ? totalSections[row] : undefined;
  if (names === undefined) throw unknownRow();
  const types = names.flatMap((name) => sectionTypes(name));
  const withEarnings = names.includes('equity') ? sql`or ${isResult}` : sql`or false`;
  const where = sql`(a.type = any(${types}) ${withEarnings})`;
  // Working capital is what is owned less what is owed: a liability counts with its own sign.
  const amount = row === 'working_capital' ? sql`l.amount` : sql`l.amount * ${sign}`;
  return { facts: accountLines(organization, { where, amount, to }) };
};

function dayOf({ column, asAt, compare }: FigureAsked): string {
  if (column === 'amount') return asAt;
  if (column !== 'compared' || compare === undefined || compare === 'custom')
    throw unknownColumn(['amount', 'compared']);
  return comparedDay(asAt, compare);
}

/** An entry, or all of the range: its debits, which are its credits. */
export const drillJournal: Drill = ({ organization }, { row, column, range: { current } }) => {
  const entry = uuidIn(row, 'journal_entry');
  if (entry === undefined && row !== 'total') throw unknownRow();
  const debit = sql`greatest(l.amount, 0)`;
  const amount = columnOf({ amount: debit, debit, credit: sql`greatest(-l.amount, 0)` }, column);
  const where = entry === undefined ? sql`true` : sql`l.entry_id = ${entry}`;
  return { facts: accountLines(organization, { where, amount, ...current }) };
};
