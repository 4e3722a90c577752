import { useRead } from '../../api/cache.ts';
import type { Page } from '../../api/types.ts';
import { longDay } from '../../kit/values.ts';
import { language } from '../../words/index.ts';

type Entry = { readonly id: string; readonly at: string; readonly sentence: string };

/** Timeline of a record, latest first. */
export function RecordHistory({ id, limit = 20 }: { readonly id: string; readonly limit?: number }) {
  const { data } = useRead<Page<Entry>>(`records/${id}/timeline?limit=${limit}&language=${language.value}`);
  return (
    <ol class="history">
      {data?.data.map(({ id: key, at, sentence }) => (
        <li key={key}>
          <span>{sentence}</span>
          <time class="quiet" dateTime={at}>
            {longDay(at)}
          </time>
        </li>
      ))}
    </ol>
  );
}
