import { goWith, query } from '../../app/router.ts';
import { RecordField } from '../../kit/form/record-field.tsx';
import { today } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { DimensionChoice } from './dimension-choice.tsx';
import { Choice, DimensionValueChoice, LayoutChoice, RecordChoice } from './report-choice.tsx';
import type { ReportKind } from './report-kind.ts';

/** Options of a report besides its period. */
export function ReportControls({ kind }: { readonly kind: ReportKind }) {
  const { over, compares, groups, metrics, accounts, dimensions, narrows, layouts } = kind;
  const { books: t, statement } = words.value;
  return (
    <>
      {over === 'day' && (
        <label>
          {statement.asOf}
          <input
            type="date"
            value={query.value.get('as_at') ?? today()}
            onChange={(e) => goWith({ as_at: e.currentTarget.value, row: undefined })}
          />
        </label>
      )}
      {compares !== undefined && (
        <Choice
          name="compare"
          label={statement.compare}
          none={compares === 'always' ? undefined : statement.noComparison}
          codes={compares === 'always' ? ['previous_year', 'previous_period'] : ['previous_period', 'previous_year']}
          texts={{ previous_period: statement.previousPeriod, previous_year: statement.previousYear }}
        />
      )}
      {layouts === true && <LayoutChoice />}
      {groups && <Choice name="group_by" label={t.groupBy} codes={groups} texts={t.groups} />}
      {metrics && <Choice name="metric" label={t.metric} codes={metrics} texts={t.metrics} />}
      {over === 'budget' && (
        <>
          <RecordChoice
            name="budget_id"
            label={words.value.budgets.budget}
            source={{ path: 'budgets?status=active', label: 'name' }}
          />
          <DimensionValueChoice />
        </>
      )}
      {dimensions === true && (
        <RecordChoice
          name="dimension_id"
          label={words.value.dimensions.dimension}
          source={{ path: 'dimensions', label: 'name', isWhole: true }}
        />
      )}
      {narrows === true && <DimensionChoice />}
      {dimensions === true && (
        <Choice
          name="levels"
          label={words.value.dimensions.levels}
          none={words.value.dimensions.levelsNone}
          codes={['1', '2']}
          texts={words.value.dimensions.levelNames}
        />
      )}
      {accounts === true && (
        <RecordField
          label={t.columns.account}
          source={{ path: 'accounts', label: 'name', note: 'code' }}
          value={query.value.get('account_id') ?? ''}
          onChange={(id) => goWith({ account_id: id })}
        />
      )}
    </>
  );
}
