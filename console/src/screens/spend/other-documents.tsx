import { useState } from 'preact/hooks';
import { changed } from '../../api/cache.ts';
import { Refused } from '../../api/call.ts';
import { upload } from '../../api/upload.ts';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Drop } from '../../kit/drop.tsx';
import { said } from '../../kit/said.ts';
import { State } from '../../kit/states.tsx';
import { say } from '../../kit/toast.tsx';
import { listDay, moment, today } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { isOver, type OtherDocument, OtherDocumentPanel } from './other-document-panel.tsx';

/** Contracts, letters and certificates: made elsewhere, kept with their days and found by what is written in them. */
export function OtherDocuments() {
  const { otherDocuments: w, fileList } = words.value;
  const [isBusy, setBusy] = useState(false);
  const add = async (files: readonly File[]) => {
    setBusy(true);
    for (const file of files) {
      try {
        const { title } = await upload<OtherDocument>('other-documents', file);
        say(filled(fileList.added, { name: title }));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        say(said(error.problem));
      }
    }
    changed('other-documents');
    setBusy(false);
  };
  return (
    <ListScreen<OtherDocument>
      title={words.value.contracts}
      list={{
        path: 'other-documents',
        fields: 'title,status,file_name,document_date,expires_on,created_at',
        sort: '-created_at',
      }}
      views={[
        { name: 'active', title: w.kept, query: 'status=active' },
        { name: 'ending', title: w.ending, query: `status=active&expires_on[gte]=${today()}` },
        { name: 'archived', title: w.archived, query: 'status=archived' },
      ]}
      filters={[
        { name: 'q', label: fileList.find, kind: 'find' },
        { name: 'until', as: 'expires_on[lte]', label: w.endsUntil, kind: 'day' },
      ]}
      empty={{ title: fileList.empty, hint: w.emptyHint }}
      actions={<Drop label={fileList.add} accept="" isBusy={isBusy} onFiles={(files) => void add(files)} isSmall />}
      panel={(id) => <OtherDocumentPanel key={id} id={id} />}
      columns={[
        {
          key: 'title',
          sort: 'title',
          title: fileList.name,
          width: 'minmax(10rem, 2fr)',
          phone: 'lead',
          cell: ({ title }) => title,
        },
        {
          key: 'dated',
          title: w.dated,
          width: '7rem',
          isExtra: true,
          cell: ({ document_date }) => document_date && listDay(document_date),
        },
        {
          key: 'ends',
          title: w.ends,
          width: '7rem',
          phone: 'note',
          cell: ({ expires_on }) =>
            expires_on && <span class={isOver(expires_on) ? 'bad' : ''}>{listDay(expires_on)}</span>,
        },
        {
          key: 'added',
          sort: 'created_at',
          startsHigh: true,
          title: fileList.added_at,
          width: '11rem',
          isExtra: true,
          cell: ({ created_at }) => moment(created_at),
        },
        {
          key: 'status',
          title: words.value.columns.status,
          width: '7rem',
          phone: 'mark',
          cell: ({ status }) => <State of={status} />,
        },
      ]}
    />
  );
}
