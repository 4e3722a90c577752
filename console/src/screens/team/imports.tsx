import { useRead } from '../../api/cache.ts';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel, PanelHeading } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Download } from '../../kit/download.tsx';
import { Facts } from '../../kit/facts.tsx';
import { State } from '../../kit/states.tsx';
import { say } from '../../kit/toast.tsx';
import { moment } from '../../kit/values.ts';
import { go } from '../../app/router.ts';
import { filled, named, words } from '../../words/index.ts';
import { ToldProblem } from '../../kit/told-problem.tsx';
import { triedAs } from './import-file.ts';
import { ImportFaults } from './import-faults.tsx';
import { type Compared, ImportSums } from './import-sums.tsx';

type Row = {
  readonly id: string;
  readonly kind: string;
  readonly filename: string | null;
  readonly is_trial: boolean;
  readonly state: string;
  readonly progress: number;
  readonly total: number;
  readonly failed: number;
  readonly created_at: string;
};
type Import = Row &
  Compared & {
    readonly created: number;
    readonly skipped: number;
    readonly problem: string | null;
    readonly ignored: readonly { readonly column: string; readonly nearest: string | null }[];
  };

export function Imports() {
  const w = words.value.importList;
  return (
    <ListScreen<Row>
      title={w.title}
      list={{
        path: 'imports',
        fields: 'kind,filename,is_trial,state,progress,total,failed,created_at',
        sort: '-created_at',
      }}
      create={{ href: '/imports/new', label: w.create, needs: 'data:import' }}
      empty={{ title: w.empty, hint: w.emptyHint }}
      panel={(id) => <ImportPanel key={id} id={id} />}
      columns={[
        { key: 'kind', title: w.kind, phone: 'lead', cell: ({ kind }) => named(w.kinds, kind) },
        { key: 'file', title: w.file, cell: ({ filename }) => filename, isExtra: true },
        { key: 'at', title: w.when, width: '11rem', phone: 'note', cell: ({ created_at }) => moment(created_at) },
        { key: 'trial', title: w.isTrial, width: '6rem', cell: ({ is_trial }) => is_trial && w.isTrial },
        {
          key: 'failed',
          title: w.failed,
          width: '7rem',
          isFigure: true,
          phone: 'amount',
          cell: ({ failed }) => failed,
        },
        { key: 'state', title: w.state, width: '8rem', phone: 'mark', cell: ({ state }) => <State of={state} /> },
      ]}
    />
  );
}

function ImportPanel({ id }: { readonly id: string }) {
  const w = words.value.importList;
  const { data: one, problem } = useRead<Import>(`imports/${id}`);
  const isUnderWay = one?.state === 'queued' || one?.state === 'running';
  return (
    <Panel
      eyebrow={one && named(w.kinds, one.kind)}
      title={one?.filename ?? w.record}
      isLoaded={one !== undefined}
      problem={problem}
      actions={
        one && (
          <>
            {isUnderWay && (
              <ActionButton label={w.cancel} path={`imports/${id}/cancel`} needs="data:import" changes={['imports']} />
            )}
            {one.is_trial && one.state === 'completed' && <ImportTried id={id} />}
            {one.failed > 0 && (
              <Download path={`imports/${id}/errors`} name={`import-errors.csv`} onFault={say}>
                {w.errors}
              </Download>
            )}
          </>
        )
      }
    >
      {one && (
        <>
          {isUnderWay && <progress max={100} value={one.progress} aria-label={w.progress} />}
          <Facts
            of={[
              [w.state, <State key="state" of={one.state} />],
              [w.isTrial, one.is_trial && words.value.form.yes],
              [w.when, moment(one.created_at)],
              [w.made, one.created],
              [w.skipped, one.skipped],
              [w.failed, one.failed],
              [w.problem, one.problem && <ToldProblem key="problem" of={one.problem} />],
            ]}
          />
          <ImportSums of={one} />
          {one.failed > 0 && <ImportFaults id={id} failed={one.failed} />}
          {one.ignored.length > 0 && (
            <>
              <PanelHeading>{w.ignored}</PanelHeading>
              <ul class="entries">
                {one.ignored.map(({ column, nearest }) => (
                  <li key={column}>
                    <span>{column}</span>
                    <small class="quiet">
                      {nearest === null ? '' : filled(w.didYouMean, { name: named(w.fields, nearest) })}
                    </small>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </Panel>
  );
}

/** Imports what was tried here, in the same way. */
function ImportTried({ id }: { readonly id: string }) {
  const body = triedAs(id);
  if (body === undefined) return null;
  return (
    <ActionButton
      isPrimary
      label={words.value.importList.runForReal}
      path="imports"
      needs="data:import"
      body={{ ...body, is_trial: false }}
      changes={['imports']}
      onDone={({ id: made }) => go(`/imports?open=${made}`)}
    />
  );
}
