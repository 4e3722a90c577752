import { useRead } from '../../api/cache.ts';
import { goWith } from '../../app/router.ts';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Download } from '../../kit/download.tsx';
import { Facts } from '../../kit/facts.tsx';
import { State } from '../../kit/states.tsx';
import { say } from '../../kit/toast.tsx';
import { longDay } from '../../kit/values.ts';
import { filled, named, words } from '../../words/index.ts';
import { ToldProblem } from '../../kit/told-problem.tsx';

type Export = {
  readonly id: string;
  readonly status: string;
  readonly filters: { readonly type: readonly string[] | null };
  readonly total: number | null;
  readonly done: number;
  readonly problem: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
};

const changes = ['document-exports'];
const needs = 'documents:read';

const typesIn = ({ filters }: Export): string =>
  filters.type?.map((type) => named(words.value.docTypes, type)).join(', ') ?? words.value.views.all;
const progress = ({ done, total }: Export): string =>
  filled(words.value.sell.docs.exported, { done, total: total ?? '…' });

/** The PDFs of many documents in one file. */
export function DocumentExports() {
  const w = words.value;
  const { docs: texts } = w.sell;
  return (
    <ListScreen<Export>
      title={texts.exports}
      list={{ path: 'document-exports', fields: 'status,filters,total,done,created_at', sort: '-created_at' }}
      empty={{ title: texts.noExports, hint: texts.noExportsHint }}
      actions={
        <ActionButton
          label={texts.newExport}
          path="document-exports"
          needs={needs}
          fields={[
            {
              name: 'type',
              label: texts.type,
              kind: 'choice',
              options: Object.entries(w.docTypes).map(([value, label]) => ({ value, label })),
            },
            {
              name: 'client_id',
              label: w.client,
              kind: 'record',
              source: { path: 'clients', label: 'display_name', note: 'number' },
            },
            { name: 'issue_date.gte', label: w.from, kind: 'day' },
            { name: 'issue_date.lte', label: w.until, kind: 'day' },
          ]}
          complete={({ type, ...rest }) => ({ ...rest, ...(type !== undefined && { type: [type] }) })}
          changes={changes}
          onDone={({ id }) => goWith({ open: id })}
          isPrimary
        />
      }
      panel={(id) => <ExportPanel key={id} id={id} />}
      columns={[
        { key: 'types', title: texts.type, width: 'minmax(9rem, 2fr)', phone: 'lead', cell: typesIn },
        { key: 'date', title: w.columns.date, phone: 'note', cell: ({ created_at }) => longDay(created_at) },
        { key: 'done', title: w.documents, phone: 'amount', cell: progress },
        {
          key: 'status',
          title: w.columns.status,
          width: '9rem',
          phone: 'mark',
          cell: ({ status }) => <State of={status} />,
        },
      ]}
    />
  );
}

function ExportPanel({ id }: { readonly id: string }) {
  const w = words.value;
  const { docs: texts } = w.sell;
  const { data: of, problem } = useRead<Export>(`document-exports/${id}`);
  const isRunning = of?.status === 'queued' || of?.status === 'running';
  return (
    <Panel
      eyebrow={texts.exports}
      title={of ? typesIn(of) : ''}
      isLoaded={of !== undefined}
      problem={problem}
      actions={
        <>
          {of?.status === 'completed' && (
            <Download path={`document-exports/${id}/content`} name="documents.zip" onFault={say}>
              {texts.download}
            </Download>
          )}
          {isRunning && (
            <ActionButton label={texts.stop} path={`document-exports/${id}/cancel`} needs={needs} changes={changes} />
          )}
          {!isRunning && (
            <ActionButton
              label={w.form.delete}
              path={`document-exports/${id}`}
              method="DELETE"
              needs={needs}
              changes={changes}
              onDone={() => goWith({ open: undefined })}
              isDangerous
            />
          )}
        </>
      }
    >
      {of && (
        <Facts
          of={[
            [w.columns.status, <State of={of.status} />],
            [w.documents, progress(of)],
            [w.columns.date, longDay(of.created_at)],
            [texts.until, of.expires_at && longDay(of.expires_at)],
            [w.failed, of.problem && <ToldProblem key="problem" of={of.problem} />],
          ]}
        />
      )}
    </Panel>
  );
}
