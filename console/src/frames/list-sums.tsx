import { useRead } from '../api/cache.ts';
import type { Column } from '../kit/columns.tsx';
import { isNothing, money } from '../kit/values.ts';
import { words } from '../words/index.ts';

type Sums = { readonly currency: string } & Readonly<Record<string, string>>;
type ListSums = {
  readonly path: string;
  readonly wanted: string;
  /** Those of which the list knows the sum. */
  readonly columns: readonly Pick<Column<unknown>, 'title' | 'sum'>[];
};

/** Totals of everything found, in each currency; read after the list, which does not wait for them. */
export function ListSums({ path, wanted, columns }: ListSums) {
  const w = words.value.list;
  const summed = columns.filter(({ sum }) => sum !== undefined);
  const glue = wanted === '' ? '' : `${wanted}&`;
  const { data } = useRead<{ readonly totals: readonly Sums[] }>(`${path}?${glue}include=totals&limit=1&fields=id`);
  const named = [...summed.map(({ title, sum = '' }) => [title, sum] as const), [w.drafts, 'draft_total'] as const];
  const some = (data?.totals ?? [])
    .map(({ currency, ...sums }) => ({ currency, sums: named.flatMap(([title, sum]) => shownOf(title, sums[sum])) }))
    .filter(({ sums }) => sums.length > 0);
  if (some.length === 0) return null;
  return (
    <dl class="list-sums" aria-label={w.sums}>
      {some.map(({ currency, sums }) =>
        sums.map(({ title, amount }) => (
          <div key={`${title}${currency}`}>
            <dt>{title}</dt>
            <dd>{money(amount, currency)}</dd>
          </div>
        )),
      )}
    </dl>
  );
}

function shownOf(title: string, amount: string | undefined): readonly { title: string; amount: string }[] {
  return amount === undefined || isNothing(amount) ? [] : [{ title, amount }];
}
