import { goWith, query } from '../../app/router.ts';
import { RecordField } from '../../kit/form/record-field.tsx';
import { today } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import type { ReportKind } from './report-kind.ts';

type Choice = {
  readonly name: string;
  readonly label: string;
  readonly codes: readonly string[];
  readonly texts: Readonly<Record<string, string>>;
  /** Of the first, which asks nothing. */
  readonly none?: string | undefined;
};

function Choice({ name, label, codes, texts, none }: Choice) {
  return (
    <label>
      {label}
      <select
        value={query.value.get(name) ?? ''}
        onChange={(e) => goWith({ [name]: e.currentTarget.value, row: undefined })}
      >
        {none !== undefined && <option value="">{none}</option>}
        {codes.map((code, at) => (
          <option key={code} value={none === undefined && at === 0 ? '' : code}>
            {named(texts, code)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Options of a report besides its period. */
export function ReportControls({ kind: { over, compares, groups, metrics, accounts } }: { readonly kind: ReportKind }) {
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
      {groups && <Choice name="group_by" label={t.groupBy} codes={groups} texts={t.groups} />}
      {metrics && <Choice name="metric" label={t.metric} codes={metrics} texts={t.metrics} />}
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
