import { useState } from 'preact/hooks';
import { changed, useRead } from '../../api/cache.ts';
import { Refused } from '../../api/call.ts';
import { upload } from '../../api/upload.ts';
import { goWith } from '../../app/router.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Drop } from '../../kit/drop.tsx';
import { Facts } from '../../kit/facts.tsx';
import { said } from '../../kit/said.ts';
import { Scan } from '../../kit/scan.tsx';
import { Pictured } from '../../kit/thumbnail.tsx';
import { say } from '../../kit/toast.tsx';
import { longDay, moment } from '../../kit/values.ts';
import { filled, named, words } from '../../words/index.ts';

type File = {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly kind: string;
  readonly folder: string | null;
  readonly content_type: string;
  readonly size: number;
  readonly retention_until: string | null;
  readonly purge_at: string | null;
  readonly created_at: string;
  readonly version: number;
};

const kinds = () => Object.entries(words.value.fileList.kinds).map(([value, label]) => ({ value, label }));

/** Receipts, contracts and scans, found by what is written in them. */
export function Files() {
  const w = words.value.fileList;
  const [isBusy, setBusy] = useState(false);
  const add = async (files: readonly globalThis.File[]) => {
    setBusy(true);
    for (const file of files) {
      try {
        const { name } = await upload<File>('files', file, { kind: 'other' });
        say(filled(w.added, { name }));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        say(said(error.problem));
      }
    }
    changed('files');
    setBusy(false);
  };
  return (
    <ListScreen<File>
      title={w.title}
      list={{ path: 'files', fields: 'name,status,kind,folder,content_type,size,created_at', sort: '-created_at' }}
      views={[
        { name: 'kept', title: w.kept, query: 'status=available' },
        { name: 'bin', title: w.bin, query: 'status=deleted' },
      ]}
      filters={[
        { name: 'q', label: w.find, kind: 'find' },
        { name: 'kind', label: w.kind, kind: 'choice', options: kinds() },
      ]}
      empty={{ title: w.empty, hint: w.emptyHint }}
      actions={<Drop label={w.add} accept="" isBusy={isBusy} onFiles={(files) => void add(files)} isSmall />}
      panel={(id) => <FilePanel key={id} id={id} />}
      columns={[
        { key: 'name', title: w.name, width: 'minmax(10rem, 2fr)', phone: 'lead', cell: nameOf },
        { key: 'kind', title: w.kind, width: '8rem', phone: 'mark', cell: ({ kind }) => named(w.kinds, kind) },
        { key: 'folder', title: w.folder, isExtra: true, cell: ({ folder }) => folder },
        {
          key: 'size',
          title: w.size,
          width: '6rem',
          isFigure: true,
          phone: 'amount',
          cell: ({ size }) => sizeOf(size),
        },
        { key: 'at', title: w.added_at, width: '11rem', phone: 'note', cell: ({ created_at }) => moment(created_at) },
      ]}
    />
  );
}

/** With pictures as soon as one of the list is an image. */
function nameOf(file: File, all: readonly File[]) {
  if (!all.some(isImage)) return file.name;
  return <Pictured name={file.name} path={isImage(file) ? `files/${file.id}/thumbnail` : undefined} />;
}

const isImage = ({ content_type: type }: Pick<File, 'content_type'>): boolean => /^image\/(jpeg|png|webp)$/.test(type);

const sizeOf = (bytes: number): string =>
  new Intl.NumberFormat(undefined, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(
    Math.max(1, Math.round(bytes / 1_000)),
  );

function FilePanel({ id }: { readonly id: string }) {
  const w = words.value.fileList;
  const form = words.value.form;
  const { data: file, problem } = useRead<File>(`files/${id}`);
  return (
    <Panel
      eyebrow={file && named(w.kinds, file.kind)}
      title={file?.name ?? ''}
      isLoaded={file !== undefined}
      problem={problem}
      actions={
        file && (
          <>
            <EditButton
              path={`files/${id}`}
              needs="files:write"
              fields={[
                { name: 'name', label: w.name, isRequired: true, isWide: true },
                { name: 'kind', label: w.kind, kind: 'choice', options: kinds(), isRequired: true },
                { name: 'folder', label: w.folder },
              ]}
              changes={['files']}
            />
            {file.status === 'deleted' ? (
              <ActionButton label={form.restore} path={`files/${id}/restore`} needs="files:write" changes={['files']} />
            ) : (
              <ActionButton
                label={form.delete}
                path={`files/${id}`}
                method="DELETE"
                needs="files:write"
                changes={['files']}
                undo={{ path: `files/${id}/restore` }}
                onDone={() => goWith({ open: undefined })}
              />
            )}
          </>
        )
      }
    >
      {file && (
        <>
          <Scan path={`files/${id}/content`} name={file.name} type={file.content_type} />
          <Facts
            of={[
              [w.folder, file.folder],
              [w.size, sizeOf(file.size)],
              [w.added_at, moment(file.created_at)],
              [w.retention, file.retention_until && longDay(file.retention_until)],
              [w.purge, file.purge_at && longDay(file.purge_at)],
            ]}
          />
        </>
      )}
    </Panel>
  );
}
