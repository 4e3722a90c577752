import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { changed, useRead } from '../../api/cache.ts';
import type { ProfitLoss } from '../../api/types.ts';
import { useKeys } from '../../app/keys.ts';
import { goWith, query } from '../../app/router.ts';
import { Spark } from '../../kit/chart.tsx';
import { Behind } from './behind.tsx';
import { Download } from '../../kit/download.tsx';
import { Trouble, Waiting } from '../../kit/states.tsx';
import { money, signedPercent, today } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';

/** After which section which sum is drawn. */
const sums: Readonly<Record<string, string>> = {
  cost_of_sales: 'gross_profit',
  operating_expenses: 'operating_profit',
};
const comparedOf = (amount: string | null) => (amount === null || Number(amount) === 0 ? '–' : money(amount));
const sections = ['revenue', 'cost_of_sales', 'operating_expenses', 'other_income', 'other_expenses'] as const;

export function ProfitAndLoss() {
  const w = words.value;
  const period = query.value.get('period') ?? 'this_year';
  const row = query.value.get('row') ?? undefined;
  const [fault, setFault] = useState('');
  const report = `reports/profit-and-loss?period=${period}&interval=month&compare=previous_year`;
  const { data, problem } = useRead<ProfitLoss>(report);
  const drilled = data?.rows.find(({ account_id }) => account_id === row);
  // Months that have not begun are no fall to nothing.
  const begun = data?.intervals.filter(({ from }) => from <= today()).length;
  useKeys({ Escape: () => goWith({ row: undefined }) });
  const total = (name: string, isLast = false) => {
    const figure = data?.totals[name];
    return (
      figure && (
        <tr class={isLast ? 'total last' : 'total'}>
          <th scope="row">{named(w.totals, name)}</th>
          <td class="trend">
            <Spark series={figure.series.slice(0, begun)} />
          </td>
          <td class="figure quiet compared">{comparedOf(figure.compared)}</td>
          <td class="figure change">{signedPercent(figure.change_percent)}</td>
          <td class="figure">{money(figure.amount)}</td>
        </tr>
      )
    );
  };
  return (
    <div class="split" data-open={drilled !== undefined}>
      <section class="list report">
        <header class="top">
          <h1 tabIndex={-1}>{w.profitLoss}</h1>
          <p class="exports">
            {(['xlsx', 'csv', 'pdf'] as const).map((format) => (
              <Download
                key={format}
                path={`${report}&format=${format}`}
                name={`profit-and-loss.${format}`}
                onFault={setFault}
              >
                {format.toUpperCase()}
              </Download>
            ))}
          </p>
        </header>
        {fault !== '' && (
          <p class="notice bad" role="alert">
            {fault}
          </p>
        )}
        <nav class="views" aria-label={w.profitLoss}>
          {Object.entries(w.periods).map(([name, title]) => (
            <a
              key={name}
              href={`/profit-and-loss?period=${name}`}
              {...(name === period ? { 'aria-current': 'true' as const } : {})}
            >
              {title}
            </a>
          ))}
        </nav>
        {data === undefined ? (
          problem ? (
            <Trouble problem={problem} again={() => changed(report)} />
          ) : (
            <Waiting lines={14} />
          )
        ) : (
          <div class="scroll">
            <table class="statement">
              <caption class="unseen">{w.profitLoss}</caption>
              <thead>
                <tr>
                  <th scope="col">{w.account}</th>
                  <th scope="col" class="trend">
                    {w.trend}
                  </th>
                  <th scope="col" class="figure compared">
                    {w.compared}
                  </th>
                  <th scope="col" class="figure change">
                    ±
                  </th>
                  <th scope="col" class="figure">
                    {w.amount}
                  </th>
                </tr>
              </thead>
              <tbody>
                {sections.map((section) => {
                  const rows = data.rows.filter((one) => one.section === section);
                  return (
                    <Fragment key={section}>
                      {rows.length > 0 && (
                        <tr class="section">
                          <th scope="colgroup" colSpan={5}>
                            {w.sections[section]}
                          </th>
                        </tr>
                      )}
                      {rows.map(({ account_id, code, name, amount, series, compared, change_percent }) => (
                        <tr key={account_id} data-open={account_id === row}>
                          <th scope="row">
                            <span class="quiet code">{code}</span> {name}
                          </th>
                          <td class="trend">
                            <Spark series={series.slice(0, begun)} />
                          </td>
                          <td class="figure quiet compared">{comparedOf(compared)}</td>
                          <td class="figure change">{signedPercent(change_percent)}</td>
                          <td class="figure">
                            <button
                              type="button"
                              class="drill"
                              aria-expanded={account_id === row}
                              onClick={() => goWith({ row: account_id === row ? undefined : account_id })}
                            >
                              {money(amount)}
                            </button>
                          </td>
                        </tr>
                      ))}
                      {sums[section] && total(sums[section])}
                    </Fragment>
                  );
                })}
                {total('net_profit', true)}
              </tbody>
            </table>
          </div>
        )}
      </section>
      {drilled && (
        <Behind
          report="profit-and-loss"
          asked={`period=${period}`}
          line={{ name: drilled.name, drill: drilled.account_id }}
          column="amount"
        />
      )}
    </div>
  );
}
