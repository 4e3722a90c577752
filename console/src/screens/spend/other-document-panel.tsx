import { useRead } from '../../api/cache.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Scan } from '../../kit/scan.tsx';
import { longDay, moment, today } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { clientSource } from '../sell/line-fields.ts';

export type OtherDocument = {
  readonly id: string;
  readonly status: string;
  readonly title: string;
  readonly file_name: string;
  readonly content_type: string;
  readonly document_date: string | null;
  readonly expires_on: string | null;
  readonly notes: string | null;
  readonly client_ids: readonly string[];
  readonly created_at: string;
  readonly version: number;
};

const changes = ['other-documents'];

/** The last day of it is past. */
export const isOver = (day: string | null): boolean => day !== null && day < today();

export function OtherDocumentPanel({ id }: { readonly id: string }) {
  const { otherDocuments: w, fileList, form, client } = words.value;
  const { data: one, problem } = useRead<OtherDocument>(`other-documents/${id}`);
  const act = { needs: 'documents:write', changes, path: `other-documents/${id}` };
  return (
    <Panel
      eyebrow={words.value.contracts}
      title={one?.title ?? ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={
        one &&
        (one.status === 'archived' ? (
          <ActionButton {...act} label={form.restore} path={`other-documents/${id}/restore`} />
        ) : (
          <>
            <EditButton
              {...act}
              fields={[
                { name: 'title', label: fileList.name, isRequired: true, isWide: true },
                { name: 'document_date', label: w.dated, kind: 'day' },
                { name: 'expires_on', label: w.ends, kind: 'day', hint: w.endsHint },
                {
                  name: 'client_id',
                  label: client,
                  kind: 'record',
                  source: clientSource,
                  isWide: true,
                  from: (of) => clientsOf(of)[0],
                },
                { name: 'notes', label: w.notes, kind: 'area' },
              ]}
              complete={({ client_id: to, ...typed }) =>
                to === undefined ? typed : { ...typed, client_ids: linked(one.client_ids, to) }
              }
            />
            <ActionButton
              {...act}
              label={form.archive}
              path={`other-documents/${id}/archive`}
              undo={{ path: `other-documents/${id}/restore` }}
            />
          </>
        ))
      }
    >
      {one && (
        <>
          <Scan path={`other-documents/${id}/content`} name={one.file_name} type={one.content_type} />
          <Facts
            of={[
              [w.dated, one.document_date && longDay(one.document_date)],
              [w.ends, one.expires_on && <b class={isOver(one.expires_on) ? 'bad' : ''}>{longDay(one.expires_on)}</b>],
              ...one.client_ids.map((linkedId) => [client, <ClientLink key={linkedId} id={linkedId} />] as const),
              [w.notes, one.notes],
              [fileList.added_at, moment(one.created_at)],
            ]}
          />
        </>
      )}
    </Panel>
  );
}

const clientsOf = (one: object): readonly string[] => (one as OtherDocument).client_ids;

/** The first of the linked clients is the one in the form; others stay as they are. */
const linked = ([, ...others]: readonly string[], to: unknown): string[] =>
  typeof to === 'string' && to !== '' ? [to, ...others.filter((other) => other !== to)] : others;

function ClientLink({ id }: { readonly id: string }) {
  const { data } = useRead<{ readonly display_name: string }>(`clients/${id}?fields=display_name`);
  return <a href={`/clients/${id}`}>{data?.display_name ?? id}</a>;
}
