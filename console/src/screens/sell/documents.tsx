import { useState } from 'preact/hooks';
import { useRead } from '../../api/cache.ts';
import type { Doc } from '../../api/types.ts';
import { useKeys } from '../../app/keys.ts';
import { useMay } from '../../app/me.ts';
import type { Params } from '../../app/params.ts';
import { go, query } from '../../app/router.ts';
import { isNarrow } from '../../app/width.ts';
import { askedBy, daysOf, type Filter, FilterBar } from '../../frames/filter-bar.tsx';
import { useList } from '../../frames/use-list.ts';
import { Download } from '../../kit/download.tsx';
import { optionsOf } from '../../kit/form/options.ts';
import { Icon } from '../../kit/icon.tsx';
import { Empty, State, Trouble, Waiting } from '../../kit/states.tsx';
import { listDay, longDay, money } from '../../kit/values.ts';
import { filled, named, words } from '../../words/index.ts';
import { documentState, type FullDoc, isDraft } from './document.ts';
import { DocumentActions } from './document-actions.tsx';
import { DocumentPages } from './document-pages.tsx';
import { DocumentReach } from './document-reach.tsx';

const fields = 'type,status,number,client_name,total,amount_due,issue_date,due_date,currency,sale_id,is_overdue';

/** Documents at the left, the pages of one at the right, as its client sees them. */
export function Documents({ params: { id } }: { readonly params: Params }) {
  const w = words.value;
  const { docs: texts } = w.sell;
  const may = useMay();
  const filters: readonly Filter[] = [
    { name: 'q', label: w.find, kind: 'find' },
    { name: 'type', label: texts.type, kind: 'choice', options: optionsOf(w.docTypes) },
    { name: 'status', label: w.columns.status, kind: 'choice', options: optionsOf(texts.statuses) },
    ...daysOf('issue_date'),
    { name: 'client_id', label: w.client, kind: 'hidden' },
  ];
  const wanted = new URLSearchParams(askedBy(filters)).toString();
  const list = { path: 'documents', fields, sort: '-created_at', wanted, idOf: undefined };
  const { rows, problem, isLoaded, next, hasMore, again } = useList<Doc>(list);
  const shown = id ?? (isNarrow.value ? undefined : rows[0]?.id);
  const at = rows.findIndex((row) => row.id === shown);
  const move = (to: number) => {
    const wished = rows[to];
    if (wished) go(`/documents/${wished.id}?${query.value}`, { isReplaced: true });
  };
  const canCreate = may('documents:write');
  useKeys({
    j: () => move(at + 1),
    k: () => move(at - 1),
    ...(canCreate && { n: () => go('/documents/new') }),
  });
  return (
    <div class="split documents" data-open={id !== undefined}>
      <section class="list">
        <header class="top">
          <h1 tabIndex={-1}>{w.documents}</h1>
          {canCreate && (
            <a class="button primary" href="/documents/new">
              {texts.create}
              <kbd>N</kbd>
            </a>
          )}
        </header>
        <FilterBar operation={undefined} filters={filters} />
        <a class="quiet hint" href="/document-exports">
          {texts.exports}
        </a>
        {!isLoaded ? (
          problem ? (
            <Trouble problem={problem} again={again} />
          ) : (
            <Waiting lines={8} />
          )
        ) : rows.length === 0 ? (
          <Empty title={w.emptyDocuments} hint={w.emptyDocumentsHint} />
        ) : (
          <ul
            class="papers"
            onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) =>
              scrollTop + clientHeight * 2 > scrollHeight && next()
            }
          >
            {rows.map((row) => (
              <li key={row.id}>
                <a
                  href={`/documents/${row.id}?${query.value}`}
                  {...(row.id === shown ? { 'aria-current': 'true' as const } : {})}
                >
                  <b>
                    <bdi>{row.client_name ?? w.walkIn}</bdi>
                  </b>
                  <b class="figure">{money(row.total, row.currency)}</b>
                  <span class="quiet">
                    {named(w.docTypes, row.type)} {row.number ?? ''}
                    {row.issue_date && ` · ${listDay(row.issue_date)}`}
                  </span>
                  <State of={documentState(row)} />
                </a>
              </li>
            ))}
            {hasMore && (
              <li>
                <button type="button" onClick={next}>
                  {w.list.loadMore}
                </button>
              </li>
            )}
          </ul>
        )}
      </section>
      {shown !== undefined && <Sheet key={shown} id={shown} />}
    </div>
  );
}

function Sheet({ id }: { readonly id: string }) {
  const w = words.value;
  const [fault, setFault] = useState('');
  const { data: doc, problem } = useRead<FullDoc>(`documents/${id}`);
  if (doc === undefined)
    return (
      <section class="sheet" aria-label={w.documents}>
        {problem ? <Trouble problem={problem} /> : <Waiting lines={10} />}
      </section>
    );
  const name = doc.number ?? w.states.draft;
  return (
    <section class="sheet" aria-label={`${named(w.docTypes, doc.type)} ${name}`}>
      <header>
        <a class="bare back" href={`/documents?${query.value}`} aria-label={w.documents}>
          <Icon name="arrow" />
        </a>
        <div>
          <p class="eyebrow">{named(w.docTypes, doc.type)}</p>
          <h2 aria-level={isNarrow.value ? 1 : 2}>
            {name} <State of={documentState(doc)} />
          </h2>
        </div>
        <p class="quiet">
          <Facts of={doc} />
        </p>
        <div class="deeds">
          <DocumentActions doc={doc} />
          <Download path={`documents/${id}/pdf`} name={`${name}.pdf`} label={w.download} onFault={setFault}>
            <Icon name="download" />
            PDF
          </Download>
        </div>
      </header>
      {fault !== '' && (
        <p class="notice bad" role="alert">
          {fault}
        </p>
      )}
      {!isDraft(doc) && <DocumentReach id={id} />}
      {doc.attachments.length > 0 && (
        <p class="reach deeds">
          {doc.attachments.map(({ file_id, name: file }) => (
            <Download key={file_id} path={`documents/${id}/attachments/${file_id}`} name={file} onFault={setFault}>
              <Icon name="download" />
              {file}
            </Download>
          ))}
        </p>
      )}
      <DocumentPages id={id} name={name} version={doc.version} />
    </section>
  );
}

function Facts({ of }: { readonly of: FullDoc }) {
  const w = words.value;
  const { docs: texts, sale } = w.sell;
  const facts = [
    of.issue_date && `${w.issuedOn} ${longDay(of.issue_date)}`,
    of.due_date && filled(w.dueOn, { date: longDay(of.due_date) }),
    of.valid_until && `${texts.validUntil} ${longDay(of.valid_until)}`,
    of.status === 'submitted' && said(texts.awaits, of.submitted_by, of.submit_note),
    isDraft(of) && said(texts.rejectedBy, of.rejected_by, of.reject_reason),
    of.issue_at && `${w.states.scheduled} ${longDay(of.issue_at)}`,
    of.accepted_by && `${texts.acceptedBy} ${of.accepted_by}`,
    of.decline_reason,
    of.void_reason && `${sale.voidReason}: ${of.void_reason}`,
    of.viewed_at && texts.viewed,
  ];
  return <>{facts.filter(Boolean).join(' · ')}</>;
}

function said(text: string, who: FullDoc['submitted_by'], word: string | null): string | undefined {
  return who ? [filled(text, { who: who.name }), word].filter(Boolean).join(': ') : undefined;
}
