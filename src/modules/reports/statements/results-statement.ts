import type { ChartOfAccounts } from '../../../core/charts-of-accounts.ts';
import type { Day } from '../../../core/calendar.ts';
import type { StandardLayout } from '../../../core/statement-layouts.ts';
import type { Context } from '../../../operation/operation.ts';
import { type AccountMovement, recordId } from '../../ledger/index.ts';
import { type Amounts, combine } from '../figure.ts';
import { purposeOf } from './account-purpose.ts';
import { layOut, type StatementPart } from './lay-out.ts';
import { resultsTree } from './layouts.ts';
import { type Statement, statementOf } from './statement.ts';

type Asked = {
  readonly layout: StandardLayout;
  readonly chart: ChartOfAccounts;
  /** First day of the fiscal year that the period ends in. */
  readonly yearFrom: Day;
  readonly like: Amounts;
  readonly language: string | undefined;
};

type AccountRow = { readonly about: AccountMovement; readonly amounts: Amounts };

/** Profit and loss in the order of a standard, of accounts that have the sign of their class. */
export function resultsStatement(
  context: Context,
  rows: readonly AccountRow[],
  { layout, chart, yearFrom, like, language }: Asked,
): Statement {
  const parts = rows.map(({ about, amounts }): StatementPart => {
    const { id, code, name } = about;
    const debits = about.class === 'revenue' ? combine([], [amounts], like) : amounts;
    return {
      key: recordId('account', id),
      account: { id, code, name },
      purpose: purposeOf(about, chart),
      amounts: debits,
    };
  });
  const lines = layOut(resultsTree(layout, yearFrom), { parts, like, includesZero: false });
  return statementOf(context, { layout, report: 'profit_and_loss', lines, language });
}
