import { useRead } from '../../api/cache.ts';
import type { Approval, Page, StockAlert } from '../../api/types.ts';
import { waiting } from '../../app/waiting.ts';
import { Empty, Trouble, Waiting } from '../../kit/states.tsx';
import { filled, words } from '../../words/index.ts';
import { actionName, calledOf } from '../team/subject.ts';

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

export function Waits() {
  const w = words.value;
  const { data, problem } = useRead<Page<Approval>>(waiting);
  return (
    <section class="card">
      <h2>{w.waiting}</h2>
      <a class="all" href="/ai">
        {w.viewAll}
      </a>
      {data === undefined ? (
        problem ? (
          <Trouble problem={problem} />
        ) : (
          <Waiting lines={4} />
        )
      ) : data.data.length === 0 ? (
        <Empty title={w.noneWaiting} />
      ) : (
        <ul class="waits">
          {data.data.map(({ id, action, subject, preview, arguments: asked }) => (
            <li key={id}>
              <a href={`/ai?open=${id}`}>
                <b>{actionName(action)}</b>
                <span>{subject && calledOf(subject)}</span>
                <span class="quiet">{asked.reason ?? preview.sentences[0]}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
