import { sql } from '../../../db/sql.ts';
import { fault } from '../../../operation/fault.ts';
import { dimensionOf } from '../books/dimension-asked.ts';
import { isAsked } from '../books/dimension-filter.ts';
import { profitFigures } from '../books/profit-sections.ts';
import { accountLines, type Drill, unknownColumn, unknownRow, uuidIn } from './drilldown.ts';
import { resultLinesOf } from './drill-ledger.ts';

/** Lines of an account or a total that name a value of a dimension, or none of it. */
export const drillDimension: Drill = async (context, { row, column, dimension: asked, levels, range: { current } }) => {
  const { organization } = context;
  const dimension = await dimensionOf(context, asked);
  if (dimension === undefined && asked !== undefined) {
    throw fault('/dimension_id', 'not_found', 'Name a dimension that there is.');
  }
  const { where, sign } = resultLinesOf(column === 'amount' ? 'net_profit' : columnNamed(column));
  const value = uuidIn(row, 'dimension_value');
  if (value === undefined && row !== 'none' && row !== 'total') throw unknownRow();
  const without = row === 'total' ? {} : { without_dimension_id: dimension?.id };
  const ofNone = isAsked(organization, without, sql`l.dimension_value_ids`);
  // Of the last level that is shown it is all below the value, too.
  const ofValue = sql`l.dimension_value_ids && array(select id from report_dimension_values
    where organization_id = ${organization}
      and (id = ${value ?? null} or (cardinality(ancestor_ids) >= ${levels ?? null}::int
        and ancestor_ids[${levels ?? null}::int] = ${value ?? null})))`;
  const named = value === undefined ? ofNone : ofValue;
  const amount = sql`l.amount * ${sign}`;
  return { facts: accountLines(organization, { where: sql`${where} and ${named}`, amount, ...current }) };
};

/** An account by its id, or a total by its name. */
function columnNamed(column: string): string {
  if (uuidIn(column, 'account') !== undefined || profitFigures.some((name) => name === column)) return column;
  throw unknownColumn([...profitFigures, 'the id of an account']);
}
