import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { useRead } from '../../api/cache.ts';
import { Facts } from '../../kit/facts.tsx';
import { State } from '../../kit/states.tsx';
import { money } from '../../kit/values.ts';
import { filled, named, words } from '../../words/index.ts';
import { bulkProductActions } from './bulk-product-actions.ts';
import { ProductActions } from './product-actions.tsx';
import { Pictured, picturePath, Thumbnail } from '../../kit/thumbnail.tsx';
import { type Product, priceOf } from './product.ts';

export function Products() {
  const w = words.value.productList;
  return (
    <ListScreen<Product>
      title={w.title}
      list={{
        path: 'products',
        fields: 'type,name,status,variants,category_id,picture_ids',
        sort: 'name',
        operation: 'list_products',
      }}
      views={[
        { name: 'active', title: words.value.list.active, query: 'status=active' },
        { name: 'draft', title: words.value.views.draft, query: 'status=draft' },
        { name: 'archived', title: words.value.list.archived, query: 'status=archived' },
      ]}
      filters={[
        { name: 'q', label: w.find, kind: 'find' },
        {
          name: 'type',
          label: w.type,
          kind: 'choice',
          options: Object.entries(w.types).map(([value, label]) => ({ value, label })),
        },
        { name: 'category_id', label: w.category, kind: 'hidden' },
      ]}
      create={{ href: '/products/new', label: w.create, needs: 'products:write' }}
      empty={{ title: w.empty, hint: w.emptyHint }}
      bulk={{ actions: bulkProductActions(), titleOf: ({ name }) => name }}
      panel={(id) => <ProductPanel key={id} id={id} />}
      columns={[
        {
          key: 'name',
          title: w.name,
          width: 'minmax(10rem, 2fr)',
          phone: 'lead',
          sort: 'name',
          cell: nameOf,
        },
        {
          key: 'sku',
          title: w.sku,
          phone: 'note',
          cell: ({ variants }) =>
            variants.length === 1 ? variants[0]?.sku : filled(w.countedVariants, { count: variants.length }),
        },
        { key: 'type', title: w.type, width: '8rem', isExtra: true, cell: ({ type }) => named(w.types, type) },
        {
          key: 'status',
          title: words.value.columns.status,
          width: '7rem',
          phone: 'mark',
          cell: ({ status }) => (status === 'active' ? '' : <State of={status} />),
        },
        { key: 'price', title: w.price, width: '11rem', isFigure: true, phone: 'amount', cell: priceOf },
      ]}
    />
  );
}

/** With pictures as soon as one of the list has one. */
function nameOf({ id, name, picture_ids: [picture] }: Product, all: readonly Product[]) {
  if (all.every(({ picture_ids: pictures }) => pictures.length === 0)) return name;
  return <Pictured name={name} path={picture && picturePath(id, picture)} />;
}

function ProductPanel({ id }: { readonly id: string }) {
  const w = words.value.productList;
  const { data: product, problem } = useRead<Product>(`products/${id}`);
  return (
    <Panel
      eyebrow={product && named(w.types, product.type)}
      title={product?.name ?? ''}
      isLoaded={product !== undefined}
      problem={problem}
      href={`/products/${id}`}
      actions={
        product && (
          <>
            <a class="button" href={`/products/${id}`}>
              {w.open}
            </a>
            <ProductActions of={product} />
          </>
        )
      }
    >
      {product && (
        <>
          {product.picture_ids[0] !== undefined && (
            <Thumbnail path={picturePath(id, product.picture_ids[0])} width={320} />
          )}
          <Facts
            of={[
              [words.value.columns.status, <State key="status" of={product.status} />],
              [w.price, priceOf(product)],
              [w.description, product.description],
            ]}
          />
          <ul class="entries">
            {product.variants.map(({ id: key, name, sku, price, currency }) => (
              <li key={key}>
                <span>{name ?? product.name}</span>
                <b class="figure">{money(price, currency)}</b>
                <small class="quiet">{sku}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
