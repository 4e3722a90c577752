import { type ComponentChildren, Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { Problem } from '../api/call.ts';
import { useKeys } from '../app/keys.ts';
import { goWith, path, query } from '../app/router.ts';
import { Download } from '../kit/download.tsx';
import { Icon } from '../kit/icon.tsx';
import { Trouble, Waiting } from '../kit/states.tsx';
import { named, words } from '../words/index.ts';

export type StatementColumn<Row> = {
  readonly key: string;
  readonly title: string;
  readonly isFigure?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
};

export type StatementPart<Row> = {
  readonly key: string;
  /** Above its rows, where it has a name. */
  readonly title?: string;
  readonly rows: readonly Row[];
  /** Below its rows, in the same columns. */
  readonly totals?: readonly Row[];
};

type Statement<Row> = {
  readonly title: string;
  /** Of the API, with its parameters: what is downloaded is what is shown. */
  readonly report: string;
  readonly columns: readonly StatementColumn<Row>[];
  /** Undefined as long as it is read. */
  readonly parts: readonly StatementPart<Row>[] | undefined;
  readonly keyOf: (row: Row) => string;
  /** Of the row in the table, where rows differ in rank. */
  readonly classOf?: (row: Row) => string | undefined;
  readonly problem?: Problem | undefined;
  readonly again?: () => void;
  /** Periods to choose from; by default those of a report over time. Empty text is the report's own. */
  readonly periods?: readonly string[] | undefined;
  readonly filters?: ComponentChildren;
  /** Notice that the reader of the figures needs. */
  readonly notice?: string | undefined;
  readonly formats?: readonly ('xlsx' | 'csv' | 'pdf')[];
  /** Records behind a figure, beside the statement. */
  readonly panel?: ComponentChildren;
  /** The list that it was opened from, where it is the statement of one record. */
  readonly back?: { readonly href: string; readonly label: string };
  /** Small, above the title. */
  readonly eyebrow?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** File name of the download; that of the report by default. */
  readonly file?: string;
  /** Between the title and the figures. */
  readonly children?: ComponentChildren;
};

const usualPeriods = ['this_month', 'last_month', 'this_quarter', 'this_year', 'last_year'] as const;

/** The period of the address, by the names that the service has for them. */
export const periodOf = (): string => query.value.get('period') ?? 'this_year';

/** Another period of the same question, or that of the report itself; what was open behind a figure is not of it. */
export function withPeriod(period: string): string {
  const asked = new URLSearchParams(query.value);
  if (period === '') asked.delete('period');
  else asked.set('period', period);
  asked.delete('row');
  asked.delete('column');
  return `${path.value}?${asked}`;
}

/** The frame of a report: periods, figures in columns, what is behind them, and the ways to take it along. */
export function Statement<Row>(props: Statement<Row>) {
  const { title, report, columns, parts, keyOf, classOf, problem, again, filters, notice, panel, back } = props;
  const { periods = usualPeriods, formats = ['xlsx', 'csv', 'pdf'] } = props;
  const period = periods.includes('') ? (query.value.get('period') ?? '') : periodOf();
  const w = words.value;
  const [fault, setFault] = useState('');
  const name = props.file ?? report.split('?', 1)[0]?.split('/').at(-1) ?? 'report';
  useKeys({ Escape: () => goWith({ row: undefined, column: undefined }) });
  return (
    <div
      class="split"
      data-open={panel !== undefined && panel !== false && panel !== null}
      data-whole={back !== undefined}
    >
      <section class="list report">
        <header class="top">
          {back && (
            <a class="bare back" href={back.href} aria-label={`${w.form.back}: ${back.label}`}>
              <Icon name="arrow" />
            </a>
          )}
          <div>
            {props.eyebrow !== undefined && <p class="eyebrow">{props.eyebrow}</p>}
            <h1 tabIndex={-1}>{title}</h1>
          </div>
          <p class="exports">
            {formats.map((format) => (
              <Download key={format} path={withFormat(report, format)} name={`${name}.${format}`} onFault={setFault}>
                {format.toUpperCase()}
              </Download>
            ))}
            <button type="button" onClick={() => print()}>
              {w.statement.print}
            </button>
          </p>
          {props.actions !== undefined && <div class="deeds">{props.actions}</div>}
        </header>
        {fault !== '' && (
          <p class="notice bad" role="alert">
            {fault}
          </p>
        )}
        {periods.length > 0 && (
          <nav class="views" aria-label={w.statement.period}>
            {periods.map((one) => (
              <a key={one} href={withPeriod(one)} {...(one === period && { 'aria-current': 'true' })}>
                {one === '' ? w.statement.soFar : named(w.periods, one)}
              </a>
            ))}
          </nav>
        )}
        {filters !== undefined && <search class="filters">{filters}</search>}
        {notice !== undefined && <p class="notice">{notice}</p>}
        {props.children !== undefined && <div class="lead">{props.children}</div>}
        {parts === undefined ? (
          problem ? (
            <Trouble problem={problem} {...(again && { again })} />
          ) : (
            // One by itself until the filters are there, which would move it.
            <Waiting key={filters === undefined ? 'all' : 'figures'} lines={14} />
          )
        ) : parts.every(({ rows }) => rows.length === 0) ? (
          <p class="empty">{w.statement.empty}</p>
        ) : (
          <div class="scroll" tabIndex={0} role="region" aria-label={title}>
            <table class="statement">
              <caption class="unseen">{title}</caption>
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column.key} scope="col" class={column.isFigure ? 'figure' : ''}>
                      {column.title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {parts.map((part) => (
                  <Fragment key={part.key}>
                    {part.title !== undefined && part.rows.length > 0 && (
                      <tr class="section">
                        <th scope="colgroup" colSpan={columns.length}>
                          {part.title}
                        </th>
                      </tr>
                    )}
                    {part.rows.map((row) => (
                      <Line key={keyOf(row)} row={row} columns={columns} rank={classOf?.(row)} />
                    ))}
                    {part.totals?.map((row) => (
                      <Line key={`total ${keyOf(row)}`} row={row} columns={columns} rank="total" />
                    ))}
                  </Fragment>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
      {panel}
    </div>
  );
}

type Line<Row> = {
  readonly row: Row;
  readonly columns: readonly StatementColumn<Row>[];
  readonly rank?: string | undefined;
};
function Line<Row>({ row, columns, rank = '' }: Line<Row>) {
  const [first] = columns;
  // A heading has no figures: it takes the room of all columns, which a phone has little of.
  if (first !== undefined && rank.startsWith('heading')) {
    return (
      <tr class={rank}>
        <th scope="colgroup" colSpan={columns.length}>
          {first.cell(row)}
        </th>
      </tr>
    );
  }
  return (
    <tr class={rank}>
      {columns.map(({ key, isFigure, cell }, at) =>
        at === 0 ? (
          <th key={key} scope="row">
            {cell(row)}
          </th>
        ) : (
          <td key={key} class={isFigure ? 'figure' : ''}>
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

const withFormat = (report: string, format: string): string =>
  `${report}${report.includes('?') ? '&' : '?'}format=${format}`;
