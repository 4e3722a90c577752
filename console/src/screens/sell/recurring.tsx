import { useRead } from '../../api/cache.ts';
import type { Doc } from '../../api/types.ts';
import { useMay } from '../../app/me.ts';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel, PanelHeading } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import { State } from '../../kit/states.tsx';
import { listDay, longDay } from '../../kit/values.ts';
import { counted, named, words } from '../../words/index.ts';
import { ToldProblem } from '../../kit/told-problem.tsx';
import { DocumentLinks } from './document-links.tsx';

type Recurring = {
  readonly id: string;
  readonly name: string;
  readonly document_id: string;
  readonly status: 'active' | 'paused' | 'completed' | 'cancelled';
  readonly mode: string;
  readonly frequency: string;
  readonly interval: number;
  readonly start_date: string;
  readonly end_date: string | null;
  readonly occurrences_max: number | null;
  readonly next_date: string | null;
  readonly run_count: number;
  readonly last_run_date: string | null;
  readonly last_error: string | null;
};

/** `every 2 months` */
const rhythm = ({ frequency, interval }: Recurring): string =>
  counted(named(words.value.sell.recurring.rhythms, frequency), interval);

export function RecurringDocuments() {
  const w = words.value;
  const { recurring: texts } = w.sell;
  return (
    <ListScreen<Recurring>
      title={w.recurring}
      list={{
        path: 'recurring-documents',
        fields: 'name,status,mode,frequency,interval,next_date,run_count,last_error',
        sort: 'start_date',
        operation: 'list_recurring_documents',
      }}
      views={[
        { name: 'active', title: w.states.active, query: 'status=active' },
        { name: 'paused', title: w.states.paused, query: 'status=paused' },
        { name: 'all', title: w.views.all, query: '' },
      ]}
      create={{ href: '/recurring/new', label: texts.create, needs: 'documents:manage' }}
      empty={{ title: texts.empty, hint: texts.emptyHint }}
      panel={(id) => <RecurringPanel key={id} id={id} />}
      columns={[
        {
          key: 'name',
          title: w.sell.clients.name,
          width: 'minmax(9rem, 2fr)',
          phone: 'lead',
          cell: ({ name }) => <bdi>{name}</bdi>,
        },
        { key: 'rhythm', title: texts.rhythm, phone: 'note', cell: rhythm },
        { key: 'mode', title: texts.mode, isExtra: true, cell: ({ mode }) => named(texts.modes, mode) },
        {
          key: 'next',
          title: texts.next,
          width: '7rem',
          phone: 'amount',
          cell: ({ next_date }) => next_date && listDay(next_date),
        },
        {
          key: 'status',
          title: w.columns.status,
          width: '8rem',
          phone: 'mark',
          cell: ({ status, last_error }) => <State of={last_error === null ? status : 'failed'} />,
        },
      ]}
    />
  );
}

function RecurringPanel({ id }: { readonly id: string }) {
  const w = words.value;
  const { recurring: texts } = w.sell;
  const { data: of, problem } = useRead<Recurring>(`recurring-documents/${id}`);
  const source = useRead<Doc>(of && `documents/${of.document_id}`).data;
  return (
    <Panel
      eyebrow={w.recurring}
      title={of?.name ?? ''}
      isLoaded={of !== undefined}
      problem={problem}
      actions={of && <RecurringActions of={of} />}
    >
      {of && (
        <>
          <p>
            <State of={of.status} />
          </p>
          {of.last_error !== null && (
            <p class="notice bad">
              <ToldProblem of={of.last_error} />
            </p>
          )}
          <Facts
            of={[
              [
                texts.source,
                source && (
                  <a href={`/documents/${of.document_id}`}>{source.number ?? named(w.docTypes, source.type)}</a>
                ),
              ],
              [w.client, source?.client_name],
              [texts.rhythm, rhythm(of)],
              [texts.mode, named(texts.modes, of.mode)],
              [texts.next, of.next_date && longDay(of.next_date)],
              [texts.start, longDay(of.start_date)],
              [texts.end, of.end_date && longDay(of.end_date)],
              [texts.max, of.occurrences_max],
              [texts.made, of.run_count],
              [texts.last, of.last_run_date && longDay(of.last_run_date)],
            ]}
          />
          <PanelHeading>{w.documents}</PanelHeading>
          <div>
            <DocumentLinks path={`documents?recurring_id=${id}`} />
          </div>
        </>
      )}
    </Panel>
  );
}

const changes = ['recurring-documents', 'documents'];

function RecurringActions({ of: { id, status } }: { readonly of: Recurring }) {
  const w = words.value;
  const { recurring: texts } = w.sell;
  const may = useMay();
  const needs = 'documents:manage';
  if (status === 'completed' || status === 'cancelled') return null;
  return (
    <>
      <ActionButton
        label={texts.run}
        path={`recurring-documents/${id}/run`}
        needs={needs}
        warning={texts.runHint}
        changes={[...changes, 'sales', 'reports']}
      />
      {status === 'active' ? (
        <ActionButton
          label={texts.pause}
          path={`recurring-documents/${id}/pause`}
          needs={needs}
          changes={changes}
          undo={{ path: `recurring-documents/${id}/resume` }}
        />
      ) : (
        <ActionButton label={texts.resume} path={`recurring-documents/${id}/resume`} needs={needs} changes={changes} />
      )}
      {may(needs) && (
        <a class="button" href={`/recurring/${id}/edit`}>
          {w.form.edit}
        </a>
      )}
      <ActionButton
        label={texts.cancel}
        path={`recurring-documents/${id}/cancel`}
        needs={needs}
        warning={texts.cancelHint}
        changes={changes}
        isDangerous
      />
    </>
  );
}
