import { type Sql, sql } from '../../../db/sql.ts';
import { accountLines, type Drill, unknownColumn, unknownRow, uuidIn } from './drilldown.ts';
import { resultLinesOf } from './drill-ledger.ts';

/** Lines of an account or a total that name a value of a dimension, or none of it. */
export const drillDimension: Drill = ({ organization }, { row, column, dimension, range: { current } }) => {
  const { where, sign } = resultLinesOf(column === 'amount' ? 'net_profit' : columnNamed(column));
  const value = uuidIn(row, 'dimension_value');
  if (value === undefined && row !== 'none' && row !== 'total') throw unknownRow();
  const values = sql`array(select id from report_dimension_values
    where organization_id = ${organization} and dimension_id = ${dimension === undefined ? oldest(organization) : sql`${dimension}`})`;
  const named =
    value === undefined
      ? row === 'total'
        ? sql`true`
        : sql`not coalesce(l.dimension_value_ids && ${values}, false)`
      : sql`l.dimension_value_ids @> ${[value]}::uuid[]`;
  return {
    facts: accountLines(organization, {
      where: sql`${where} and ${named}`,
      amount: sql`l.amount * ${sign}`,
      ...current,
    }),
  };
};

/** The one that the report takes where none is named. */
function oldest(organization: string): Sql {
  return sql`(select id from report_dimensions where organization_id = ${organization} and not is_archived
    order by id limit 1)`;
}

/** An account by its id, or a total by its name. */
function columnNamed(column: string): string {
  if (uuidIn(column, 'account') !== undefined || totals.includes(column)) return column;
  throw unknownColumn([...totals, 'the id of an account']);
}

const totals = [
  'revenue',
  'cost_of_sales',
  'gross_profit',
  'operating_expenses',
  'operating_profit',
  'other_income',
  'other_expenses',
  'net_profit',
];
