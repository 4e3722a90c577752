import { useRead } from '../../api/cache.ts';
import type { Approval, Doc, Page, SaleRow, StockAlert } from '../../api/types.ts';
import { useMay } from '../../app/me.ts';
import { waiting } from '../../app/waiting.ts';
import { Empty, Trouble, Waiting } from '../../kit/states.tsx';
import { listDay, money } from '../../kit/values.ts';
import { filled, language, named, words } from '../../words/index.ts';
import { useApiNames, writeName } from '../../words/api-names.ts';
import { calledOf } from '../team/subject.ts';

export function Low() {
  const w = words.value;
  const { data, problem } = useRead<Page<StockAlert>>('stock/alerts?limit=5');
  return (
    <section class="card">
      <h2>{w.lowTitle}</h2>
      {data === undefined ? (
        problem ? (
          <Trouble problem={problem} />
        ) : (
          <Waiting lines={5} />
        )
      ) : data.data.length === 0 ? (
        <Empty title={w.noneLow} />
      ) : (
        <ul class="low">
          {data.data.map(({ id, name, available, low_stock_threshold: limit, reorder_quantity: order }) => (
            <li key={id}>
              <span>{name}</span>
              <b class="figure">{filled(w.of, { n: available, limit: limit ?? '–' })}</b>
              {order && <small class="quiet">{filled(w.reorder, { n: order })}</small>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function LatestSales() {
  const w = words.value;
  const fields = 'number,client_name,sale_date,total,currency';
  const { data, problem } = useRead<Page<SaleRow>>(`sales?limit=5&sort=-created_at&fields=${fields}`);
  return (
    <section class="card">
      <h2>{w.sales}</h2>
      <a class="all" href="/sales">
        {w.viewAll}
      </a>
      {data === undefined ? (
        problem ? (
          <Trouble problem={problem} />
        ) : (
          <Waiting lines={5} />
        )
      ) : data.data.length === 0 ? (
        <Empty title={w.emptySales} hint={w.emptySalesHint} />
      ) : (
        <ul class="waits">
          {data.data.map(({ id, number, client_name: client, sale_date: day, total, currency }) => (
            <li key={id}>
              <a href={`/sales?open=${id}`}>
                <b>{client ?? number ?? listDay(day)}</b>
                <span class="figure">{money(total, currency)}</span>
                <span class="quiet">{[number, listDay(day)].filter(Boolean).join(' · ')}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Items that wait for the reader: writes of AI apps, drafts to approve, and their own drafts that were rejected. */
export function Waits() {
  const w = words.value;
  const may = useMay();
  const mayIssue = may('documents:issue');
  const approvals = useRead<Page<Approval>>(may('approvals:read') ? waiting : undefined);
  useApiNames((approvals.data?.data.length ?? 0) > 0);
  const drafts = useRead<Page<Draft>>(
    mayIssue ? draftsIn('submitted') : may('documents:write') ? draftsIn('rejected') : undefined,
  );
  const problem = approvals.problem ?? drafts.problem;
  const asked = approvals.data?.data ?? [];
  const papers = drafts.data?.data ?? [];
  const isLoading =
    (may('approvals:read') && approvals.data === undefined) || (may('documents:write') && drafts.data === undefined);
  return (
    <section class="card">
      <h2>{w.waiting}</h2>
      {may('approvals:read') && (
        <a class="all" href="/ai">
          {w.viewAll}
        </a>
      )}
      {isLoading ? (
        problem ? (
          <Trouble problem={problem} />
        ) : (
          <Waiting lines={4} />
        )
      ) : asked.length + papers.length === 0 ? (
        <Empty title={w.noneWaiting} />
      ) : (
        <ul class="waits">
          {papers.map((draft) => (
            <li key={draft.id}>
              <a href={`/documents/${draft.id}?status=${draft.status}`}>
                <b>{mayIssue ? w.draftToApprove : w.draftRejected}</b>
                <span>
                  {[named(w.docTypes, draft.type), draft.client_name, money(draft.total, draft.currency)].join(' · ')}
                </span>
                <span class="quiet">{mayIssue ? draft.submit_note : draft.reject_reason}</span>
              </a>
            </li>
          ))}
          {asked.map(({ id, action, subject, preview, arguments: given }) => (
            <li key={id}>
              <a href={`/ai?open=${id}`}>
                <b>{writeName(action)}</b>
                <span>{subject && calledOf(subject)}</span>
                <span class="quiet">{given.reason ?? (language.value === 'en' && preview.sentences[0])}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Draft = Doc & { readonly submit_note: string | null; readonly reject_reason: string | null };

function draftsIn(status: string): string {
  const fields = 'type,status,client_name,total,currency,submit_note,reject_reason';
  return `documents?status=${status}&limit=4&fields=${fields}`;
}
