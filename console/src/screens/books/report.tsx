import { useEffect, useState } from 'preact/hooks';
import { changed, useRead } from '../../api/cache.ts';
import type { Params } from '../../app/params.ts';
import { goWith, query } from '../../app/router.ts';
import { periodOf, Statement } from '../../frames/statement.tsx';
import { Trouble, Unfetched, Waiting } from '../../kit/states.tsx';
import { isNothing, longDay } from '../../kit/values.ts';
import { language, words } from '../../words/index.ts';
import { problemText, useProblemWords } from '../../words/problems.ts';
import type { Answer, ReportKind } from './report-kind.ts';
import { reportKind } from './report-kinds.ts';
import { dimensionChoices, narrowedName, useAwaitsDimensions } from './dimension-choice.tsx';
import { type Line, type Parts, type ReportColumn, shownIn } from './report-line.ts';
import { ReportControls } from './report-controls.tsx';
import { ScheduleLink } from './schedule-link.tsx';
import { Behind } from './behind.tsx';
import { classOfLaid } from './report-rows.ts';

/** Any report of the service but the profit and loss: they differ in what is asked and in their columns. */
export function Report({ params: { name = '' } }: { readonly params: Params }) {
  return <Named key={name} name={name} />;
}

/** Its columns are fetched with those of its area, so that no screen carries those of all reports. */
function Named({ name }: { readonly name: string }) {
  const [kind, setKind] = useState<ReportKind | 'unknown' | 'failed'>();
  useEffect(() => {
    reportKind(name).then(
      (found) => setKind(found ?? 'unknown'),
      () => setKind('failed'),
    );
  }, [name]);
  if (kind === undefined) return <Waiting lines={12} />;
  if (kind === 'failed') return <Unfetched />;
  if (kind === 'unknown') {
    return <Trouble problem={{ status: 404, code: 'not_found', title: words.value.noPlace }} />;
  }
  return <Known name={name} kind={kind} />;
}

const chosen = ['as_at', 'compare', 'group_by', 'metric', 'account_id', 'dimension_id', 'levels', 'layout'];
const chosenOfBudget = ['period', 'budget_id', 'dimension_value_id'];

/** Query of a report from the address, as the service takes it. */
function askedOf(kind: ReportKind): string {
  const ofKind = kind.over === 'budget' ? chosenOfBudget : kind.narrows === true ? dimensionChoices : [];
  const names = [...ofKind, ...chosen];
  const parts = names.map((name) => {
    const value = query.value.get(name);
    return value ? `${name}=${encodeURIComponent(value)}` : '';
  });
  return [kind.over === 'period' ? `period=${periodOf()}` : '', ...parts].filter((part) => part !== '').join('&');
}

const periodsOfBudget = ['', 'this_month', 'last_month', 'this_quarter', 'this_year'];
const periodsOf = { period: undefined, day: [], budget: periodsOfBudget };

function Known({ name, kind }: { readonly name: string; readonly kind: ReportKind }) {
  const t = words.value.books;
  const asked = askedOf(kind);
  const shown = [kind.path, asked].filter((part) => part !== '').join('?');
  const glue = shown.includes('?') ? '&' : '?';
  const path = kind.always === undefined ? shown : `${shown}${glue}${kind.always}`;
  // The lines of a standard are named by the service; a file is in the language of the business all the same.
  const spoken = kind.layouts === true ? `${path}${path.includes('?') ? '&' : '?'}language=${language.value}` : path;
  const { data, problem } = useRead<Answer>(spoken);
  useProblemWords(warningsOf(data).length > 0);
  const row = query.value.get('row');
  const column = query.value.get('column') ?? 'amount';
  const isCompared = Boolean(query.value.get('compare'));
  const isAwaiting = useAwaitsDimensions(kind.narrows === true);
  const parts = isAwaiting ? undefined : data && kind.parts(data);
  const columns = kind.columns.filter(
    (one) => (isCompared || one.isCompared !== true) && (one.isOptional !== true || isFilled(parts, one)),
  );
  const behind = parts?.flatMap(({ rows, totals = [] }) => [...rows, ...totals]).find(({ drill }) => drill === row);
  return (
    <Statement<Line>
      eyebrow={kind.narrows === true ? narrowedName(data) : budgetOf(data)}
      title={t.reports[name as keyof typeof t.reports].title}
      report={data?.['has_more'] === true ? shown : path}
      periods={periodsOf[kind.over]}
      problem={problem}
      again={() => changed(spoken)}
      keyOf={({ id }) => id}
      classOf={({ laid }) => laid && classOfLaid(laid)}
      filters={isAwaiting ? undefined : <ReportControls kind={kind} />}
      actions={<ScheduleLink report={name} />}
      notice={noticeOf(data)}
      columns={[
        { key: 'name', title: t.columns[kind.first], cell: (line) => <Name line={line} /> },
        ...columns.map((one) => ({
          key: one.key,
          title: t.columns[one.title],
          isFigure: one.as !== 'text' && one.as !== 'day',
          cell: (line: Line) => <Figure line={line} column={one} />,
        })),
      ]}
      parts={parts}
      panel={
        row !== null && behind !== undefined && <Behind report={name} asked={asked} line={behind} column={column} />
      }
    />
  );
}

type OfBudget = {
  readonly budget: { readonly name: string } | undefined;
  readonly period: { readonly from: string; readonly to: string };
};

/** Which budget it is, and of which days, since both may have been chosen by the service. */
function budgetOf(data: Answer | undefined): string | undefined {
  const { budget, period } = (data ?? {}) as Partial<OfBudget>;
  return budget && period ? `${budget.name} · ${longDay(period.from)} – ${longDay(period.to)}` : undefined;
}

function isFilled(parts: Parts | undefined, { key }: ReportColumn): boolean {
  const lines = parts?.flatMap(({ rows, totals = [] }) => [...rows, ...totals]) ?? [];
  return lines.some(({ cells }) => !isNothing(String(cells[key] ?? '')));
}

function Name({ line: { name, code, href } }: { readonly line: Line }) {
  return (
    <>
      {code && <span class="quiet code">{code} </span>}
      {href === undefined ? name : <a href={href}>{name}</a>}
    </>
  );
}

function Figure({ line, column }: { readonly line: Line; readonly column: ReportColumn }) {
  const value = line.cells[column.key];
  const text = shownIn(column, value);
  const isOpen = query.value.get('row') === line.drill && query.value.get('column') === column.drill;
  if (column.drill === undefined || line.drill === undefined || text === '' || Number(value) === 0) return <>{text}</>;
  return (
    <button
      type="button"
      class="drill"
      aria-expanded={isOpen}
      onClick={() => goWith(isOpen ? { row: undefined, column: undefined } : { row: line.drill, column: column.drill })}
    >
      {text}
    </button>
  );
}

/** Notice for the reader of the figures: warnings of the service, and rows that are not shown. */
function noticeOf(data: Answer | undefined): string | undefined {
  const t = words.value.books;
  const texts = [...warningsOf(data).map(problemText), ...(data?.['has_more'] === true ? [t.moreRows] : [])];
  return texts.length === 0 ? undefined : texts.join(' ');
}

function warningsOf(data: Answer | undefined): readonly string[] {
  const { warnings = [] } = (data?.['meta'] ?? {}) as { readonly warnings?: readonly string[] };
  return warnings;
}
