import { useRead } from '../../api/cache.ts';
import { periodOf, Statement, type StatementColumn } from '../../frames/statement.tsx';
import { money } from '../../kit/values.ts';
import { filled, named, words } from '../../words/index.ts';

const figures = [
  'cost_opening',
  'additions',
  'disposals',
  'cost_closing',
  'depreciation_opening',
  'depreciation',
  'write_downs',
  'depreciation_disposed',
  'depreciation_closing',
  'book_value_opening',
  'book_value_closing',
] as const;
type Sums = Readonly<Record<(typeof figures)[number], string>>;
type Line = Sums & { readonly key: string; readonly name: string; readonly href?: string };

type Register = {
  readonly currency: string;
  readonly classes: readonly (Sums & { readonly class: string })[];
  readonly assets: readonly (Sums & { readonly asset_id: string; readonly name: string; readonly class: string })[];
  readonly totals: Sums;
  readonly accounts: readonly { readonly code: string; readonly name: string; readonly difference: string }[];
};

/** Cost, depreciation and book values of a period, by class and asset. */
export function AssetRegister() {
  const w = words.value.fixedAssets;
  const report = `reports/asset-register?period=${periodOf()}`;
  const { data, problem } = useRead<Register>(report);
  const columns: StatementColumn<Line>[] = [
    {
      key: 'name',
      title: w.name,
      cell: ({ name, href }) => (href === undefined ? name : <a href={href}>{name}</a>),
    },
    ...figures.map((figure) => ({
      key: figure,
      title: w.figures[figure],
      isFigure: true,
      cell: (line: Line) => money(line[figure], data?.currency ?? ''),
    })),
  ];
  return (
    <Statement<Line>
      title={w.register}
      report={report}
      problem={problem}
      formats={[]}
      keyOf={({ key }) => key}
      columns={columns}
      parts={data && partsOf(data)}
      notice={data && noticeOf(data)}
    />
  );
}

function partsOf({ classes, assets, totals }: Register) {
  const w = words.value.fixedAssets;
  const parts = classes.map((one) => ({
    key: one.class,
    title: named(w.classes, one.class),
    rows: assets
      .filter((asset) => asset.class === one.class)
      .map((asset): Line => ({ ...asset, key: asset.asset_id, href: `/assets?open=${asset.asset_id}` })),
    totals: [{ ...one, key: `total ${one.class}`, name: named(w.classes, one.class) }],
  }));
  const total = words.value.books.totals.total;
  return [...parts, { key: 'total', rows: [], totals: [{ ...totals, key: 'total', name: total }] }];
}

/** Accounts on which something stands that is not registered. */
function noticeOf({ accounts, currency }: Register): string | undefined {
  const apart = accounts.filter(({ difference }) => Number(difference) !== 0);
  if (apart.length === 0) return undefined;
  return apart
    .map(({ code, name, difference }) =>
      filled(words.value.fixedAssets.unregistered, { account: `${code} ${name}`, amount: money(difference, currency) }),
    )
    .join(' ');
}
