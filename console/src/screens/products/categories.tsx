import { useRead } from '../../api/cache.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { ArchiveAction } from '../../kit/archive-action.tsx';
import { goWith } from '../../app/router.ts';
import { useDimensionFields } from '../../kit/form/dimension-fields.ts';
import type { Field } from '../../kit/form/fields.ts';
import { State } from '../../kit/states.tsx';
import { words } from '../../words/index.ts';

type Category = {
  readonly id: string;
  readonly name: string;
  readonly path: readonly string[];
  readonly status: string;
  readonly version: number;
};

const base = 'product-categories';

function fieldsOf(dimensions: readonly Field[] = []): readonly Field[] {
  const w = words.value.productList;
  return [
    { name: 'name', label: w.name, isRequired: true },
    { name: 'parent_id', label: w.within, kind: 'record', source: { path: base, label: 'name', isWhole: true } },
    ...dimensions,
  ];
}

/** A tree of products, with the taxes and accounts that those within it have. */
export function ProductCategories() {
  const w = words.value.productList;
  const dimensions = useDimensionFields();
  return (
    <ListScreen<Category>
      title={w.categories}
      list={{ path: base, fields: 'name,path,status', sort: 'name' }}
      views={[
        { name: 'active', title: words.value.list.active, query: 'status=active' },
        { name: 'archived', title: words.value.list.archived, query: 'status=archived' },
      ]}
      empty={{ title: w.emptyCategories }}
      actions={
        <ActionButton
          label={w.newCategory}
          path="product-categories"
          needs="products:manage"
          fields={fieldsOf(dimensions)}
          changes={[base]}
          isPrimary
        />
      }
      panel={(id) => <CategoryPanel key={id} id={id} />}
      columns={[{ key: 'name', title: w.name, phone: 'lead', cell: ({ path }) => path.join(' › ') }]}
    />
  );
}

function CategoryPanel({ id }: { readonly id: string }) {
  const w = words.value.productList;
  const form = words.value.form;
  const { data: one, problem } = useRead<Category>(`product-categories/${id}`);
  const dimensions = useDimensionFields();
  const act = { needs: 'products:manage', changes: [base, 'products'] };
  return (
    <Panel
      eyebrow={w.category}
      title={one?.name ?? ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={
        one && (
          <>
            <a class="button" href={`/products?category_id=${id}`}>
              {w.title}
            </a>
            <EditButton {...act} path={`product-categories/${id}`} fields={fieldsOf(dimensions)} />
            <ActionButton
              {...act}
              label={w.changePrices}
              path={`product-categories/${id}/change-prices`}
              fields={[
                {
                  name: 'direction',
                  label: w.direction,
                  kind: 'choice',
                  options: Object.entries(w.directions).map(([value, label]) => ({ value, label })),
                  isRequired: true,
                },
                { name: 'percent', label: w.percent, kind: 'number', isRequired: true },
              ]}
              start={{ direction: 'raise' }}
              warning={w.changePricesHint}
            />
            <ArchiveAction
              {...act}
              archive={`product-categories/${id}/archive`}
              restore={`product-categories/${id}/restore`}
              isArchived={one.status === 'archived'}
            />
            <ActionButton
              {...act}
              label={form.delete}
              path={`product-categories/${id}`}
              method="DELETE"
              warning={form.sure}
              onDone={() => goWith({ open: undefined })}
              isDangerous
            />
          </>
        )
      }
    >
      {one && <State of={one.status} />}
    </Panel>
  );
}
