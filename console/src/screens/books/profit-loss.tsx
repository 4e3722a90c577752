import { useState } from 'preact/hooks';
import { changed, useRead } from '../../api/cache.ts';
import type { ProfitLoss } from '../../api/types.ts';
import { useKeys } from '../../app/keys.ts';
import { goWith, query } from '../../app/router.ts';
import { withPeriod } from '../../frames/statement.tsx';
import { Spark } from '../../kit/chart.tsx';
import { Behind } from './behind.tsx';
import { Download } from '../../kit/download.tsx';
import { Trouble, Waiting } from '../../kit/states.tsx';
import { money, signedPercent, today } from '../../kit/values.ts';
import { language, words } from '../../words/index.ts';
import { type ResultRow, resultRows } from './profit-loss-rows.ts';
import { ScheduleLink } from './schedule-link.tsx';
import { DimensionChoice, dimensionChoices, narrowedName, useAwaitsDimensions } from './dimension-choice.tsx';
import { LayoutChoice } from './report-choice.tsx';

const comparedOf = (amount: string | null) => (amount === null || Number(amount) === 0 ? '–' : money(amount));

export function ProfitAndLoss() {
  const w = words.value;
  const period = query.value.get('period') ?? 'this_year';
  const layout = query.value.get('layout');
  const row = query.value.get('row') ?? undefined;
  const [fault, setFault] = useState('');
  const asked = [
    `period=${period}`,
    ...(layout ? [`layout=${encodeURIComponent(layout)}`] : []),
    ...dimensionChoices.flatMap((name) => {
      const value = query.value.get(name);
      return value ? [`${name}=${encodeURIComponent(value)}`] : [];
    }),
  ].join('&');
  const report = `reports/profit-and-loss?${asked}&interval=month&compare=previous_year`;
  // The lines of a standard are named by the service; a file is in the language of the business all the same.
  const spoken = `${report}&language=${language.value}`;
  const { data, problem } = useRead<ProfitLoss>(spoken);
  const narrowed = narrowedName(data);
  const isAwaiting = useAwaitsDimensions(true);
  const rows = isAwaiting ? undefined : data && resultRows(data);
  const drilled = rows?.find(({ drill }) => drill !== undefined && drill === row);
  // Months that have not begun are no fall to nothing.
  const begun = data?.intervals.filter(({ from }) => from <= today()).length;
  useKeys({ Escape: () => goWith({ row: undefined }) });
  return (
    <div class="split" data-open={drilled !== undefined}>
      <section class="list report">
        <header class="top">
          <div>
            {narrowed !== undefined && <p class="eyebrow">{narrowed}</p>}
            <h1 tabIndex={-1}>{w.profitLoss}</h1>
          </div>
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
          <div class="deeds">
            <ScheduleLink report="profit-and-loss" />
          </div>
        </header>
        {fault !== '' && (
          <p class="notice bad" role="alert">
            {fault}
          </p>
        )}
        <nav class="views" aria-label={w.profitLoss}>
          {Object.entries(w.periods).map(([name, title]) => (
            <a key={name} href={withPeriod(name)} {...(name === period ? { 'aria-current': 'true' as const } : {})}>
              {title}
            </a>
          ))}
        </nav>
        {!isAwaiting && (
          <search class="filters">
            <LayoutChoice />
            <DimensionChoice />
          </search>
        )}
        {rows === undefined ? (
          problem ? (
            <Trouble problem={problem} again={() => changed(spoken)} />
          ) : (
            // One by itself until the filters are there, which would move it.
            <Waiting key={isAwaiting ? 'all' : 'figures'} lines={14} />
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
                {rows.map((one) => (
                  <Row key={one.id} row={one} begun={begun} isOpen={one === drilled} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
      {drilled && <Behind report="profit-and-loss" asked={asked} line={drilled} column="amount" />}
    </div>
  );
}

type Row = { readonly row: ResultRow; readonly begun: number | undefined; readonly isOpen: boolean };
function Row({ row: { name, code, drill, rank, figure }, begun, isOpen }: Row) {
  if (figure === undefined) {
    return (
      <tr class={rank}>
        <th scope="colgroup" colSpan={5}>
          {name}
        </th>
      </tr>
    );
  }
  const amount = money(figure.amount);
  return (
    <tr class={rank} data-open={isOpen}>
      <th scope="row">
        {code && <span class="quiet code">{code} </span>}
        {name}
      </th>
      <td class="trend">
        <Spark series={figure.series.slice(0, begun)} />
      </td>
      <td class="figure quiet compared">{comparedOf(figure.compared)}</td>
      <td class="figure change">{signedPercent(figure.change_percent)}</td>
      <td class="figure">
        {drill === undefined ? (
          amount
        ) : (
          <button
            type="button"
            class="drill"
            aria-expanded={isOpen}
            onClick={() => goWith({ row: isOpen ? undefined : drill })}
          >
            {amount}
          </button>
        )}
      </td>
    </tr>
  );
}
