import { absolute } from '../../../core/absolute.ts';
import { ascending, orderedBy } from '../../../core/order.ts';
import { type ChangeSplit, type PeriodSales, splitChanges, sumOfSplits } from '../../../core/price-volume-mix.ts';
import { addSales, type ComparedSales, type ComparisonRow, marginOf } from './comparison-rows.ts';
import { netOf, type RevenueCell } from './revenue-facts.ts';

export const comparisonMetrics = ['net_sales', 'margin'] as const;
export const comparisonSorts = ['fall', 'rise', 'size'] as const;

export type Order = {
  readonly metric: (typeof comparisonMetrics)[number];
  readonly sort: (typeof comparisonSorts)[number];
  readonly limit: number;
};
type Group = ComparedSales & Pick<ComparisonRow, 'kind' | 'key'>;

export function changeOf({ before, now }: ComparedSales, metric: Order['metric']): bigint {
  return metric === 'margin' ? marginOf(now) - marginOf(before) : now.net - before.net;
}

/** Groups of cells, of which those that are products, or variants, are split where that is asked for. */
export function comparedGroups(cells: readonly RevenueCell[], isSplit: boolean): Group[] {
  const groups = [...Map.groupBy(cells, ({ kind, key }) => `${kind} ${key}`).values()].flatMap((own) => {
    const [first] = own;
    const of = (wanted: boolean) =>
      addSales(own.filter(({ is_compared: isCompared }) => isCompared === wanted).map(salesOf));
    return first === undefined ? [] : [{ kind: first.kind, key: first.key, before: of(true), now: of(false) }];
  });
  const found = isSplit ? splitChanges(groups.map((one) => ({ ...one, isProduct: one.kind === 'group' }))) : [];
  return groups.map((one, index) => ({ ...one, split: found[index] }));
}

function salesOf(cell: RevenueCell): PeriodSales {
  return { units: cell.units, net: netOf(cell), cost: cell.cost };
}

/** As many groups as are shown, in their order, then the rest of them, then what belongs to none. */
export function ranked(groups: readonly Group[], { metric, sort, limit }: Order): Group[] {
  const weight = (one: Group) => {
    const change = changeOf(one, metric);
    return sort === 'fall' ? change : sort === 'rise' ? -change : -absolute(change);
  };
  const named = groups
    .filter(({ kind }) => kind === 'group')
    .map((one) => ({ one, by: weight(one) }))
    .toSorted(
      orderedBy(
        ascending(({ by }) => by),
        ascending(({ one }) => one.key ?? ''),
      ),
    )
    .map(({ one }) => one);
  const rest = [...named.slice(limit), ...groups.filter(({ kind }) => kind === 'others')];
  return [
    ...named.slice(0, limit),
    ...(rest.length === 0 ? [] : [{ kind: 'others', key: null, ...together(rest) } as const]),
    ...groups.filter(({ kind }) => kind === 'unassigned'),
  ];
}

export function together(groups: readonly ComparedSales[], isSplit = groups.some(({ split }) => split)): ComparedSales {
  const found: ChangeSplit[] = groups.flatMap(({ split }) => (split === undefined ? [] : [split]));
  return {
    before: addSales(groups.map(({ before }) => before)),
    now: addSales(groups.map(({ now }) => now)),
    split: isSplit ? sumOfSplits(found) : undefined,
  };
}
