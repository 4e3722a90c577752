import { useRead } from '../../api/cache.ts';
import type { Doc, Page } from '../../api/types.ts';
import { State, Waiting } from '../../kit/states.tsx';
import { listDay, money } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import { documentState } from './document.ts';

/** The latest documents of a list. */
export function useDocuments(path: string | undefined): Page<Doc> | undefined {
  const shown = 'limit=10&sort=-created_at&fields=type,status,number,total,amount_due,issue_date,currency,is_overdue';
  return useRead<Page<Doc>>(path && `${path}&${shown}`).data;
}

/** The same, each a link to its pages. */
export function DocumentLinks({ path }: { readonly path: string }) {
  const w = words.value;
  const data = useDocuments(path);
  if (data === undefined) return <Waiting lines={5} />;
  if (data.data.length === 0) return <p class="quiet">{w.sell.none}</p>;
  return (
    <>
      {data.data.map((doc) => (
        <a key={doc.id} class="row-link" href={`/documents/${doc.id}`}>
          <span>
            {named(w.docTypes, doc.type)} {doc.number}{' '}
            <span class="quiet">{doc.issue_date && listDay(doc.issue_date)}</span>
          </span>
          <span class="ends">
            <State of={documentState(doc)} />
            <b class="figure">{money(doc.total, doc.currency)}</b>
          </span>
        </a>
      ))}
    </>
  );
}
