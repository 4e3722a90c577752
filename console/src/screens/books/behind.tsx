import { useRead } from '../../api/cache.ts';
import { homeOf } from '../../app/homes.ts';
import { Panel } from '../../frames/panel.tsx';
import { figure, listDay, money } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import type { LaidAccount, Line } from './report-line.ts';

type Record = {
  readonly id: string;
  readonly date: string;
  readonly number: string | null;
  readonly description: string;
  readonly amount: string;
};
type Answer = {
  readonly unit: 'money' | 'quantity';
  readonly total: string;
  readonly data: readonly Record[];
  readonly has_more: boolean;
};

type Behind = {
  readonly report: string;
  /** Query of the report itself. */
  readonly asked: string;
  readonly line: Pick<Line, 'name' | 'drill' | 'laid'>;
  readonly column: string;
};

/** The records that add up to a figure, each a link to where it is shown. */
export function Behind({ report, asked, line, column }: Behind) {
  const w = words.value;
  const row = encodeURIComponent(line.drill ?? '');
  const glue = asked === '' ? '' : `${asked}&`;
  const { data, problem } = useRead<Answer>(
    `reports/${report}/drilldown?${glue}row=${row}&column=${encodeURIComponent(column)}&limit=100`,
  );
  const shown = (amount: string) => (data?.unit === 'quantity' ? figure(amount) : money(amount));
  return (
    <Panel
      eyebrow={filled(w.behind, { name: '' })}
      title={line.name.trim()}
      isLoaded={data !== undefined}
      problem={problem}
      closes={['row', 'column']}
    >
      {data && (
        <>
          <p class="amount">{shown(data.total)}</p>
          {line.laid && <AccountsIn accounts={line.laid.accounts} />}
          <ul class="entries">
            {data.data.map(({ id, date, number, description, amount }) => {
              const home = homeOf(id);
              const text = description === '' ? (number ?? '') : description;
              return (
                <li key={id}>
                  {home === undefined ? <span>{text}</span> : <a href={home}>{text}</a>}
                  <b class="figure">{shown(amount)}</b>
                  <small class="quiet">{[listDay(date), number].filter(Boolean).join(' · ')}</small>
                </li>
              );
            })}
          </ul>
          {data.has_more && <p class="quiet">{w.books.moreBehind}</p>}
        </>
      )}
    </Panel>
  );
}

/** The accounts that a line holds, each with its share of the figure. */
function AccountsIn({ accounts }: { readonly accounts: readonly LaidAccount[] }) {
  if (accounts.length === 0) return null;
  return (
    <ul class="entries" aria-label={words.value.books.sections.accounts}>
      {accounts.map(({ key, code, name, amount }) => (
        <li key={key}>
          {code === null ? <span>{name}</span> : <a href={`/accounts?open=${key}`}>{`${code} ${name}`}</a>}
          <b class="figure">{money(amount)}</b>
        </li>
      ))}
    </ul>
  );
}
