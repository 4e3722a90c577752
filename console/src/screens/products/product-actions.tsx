import { go } from '../../app/router.ts';
import { ActionButton } from '../../kit/action.tsx';
import { ArchiveAction } from '../../kit/archive-action.tsx';
import { words } from '../../words/index.ts';
import type { Product } from './product.ts';

export const productChanges = ['products', 'variants', 'stock'];

export function ProductActions({ of: { id, status, version, name } }: { readonly of: Product }) {
  const w = words.value.productList;
  const form = words.value.form;
  return (
    <>
      <a class="button" href={`/products/${id}/edit`}>
        {form.edit}
      </a>
      <ArchiveAction
        archive={`products/${id}/archive`}
        restore={`products/${id}/restore`}
        needs="products:write"
        changes={productChanges}
        isArchived={status === 'archived'}
      />
      <ActionButton
        label={w.merge}
        path={`products/${id}/merge`}
        needs="products:manage"
        fields={[
          {
            name: 'into_id',
            label: w.mergeInto,
            kind: 'record',
            source: { path: 'products?status=active', label: 'name' },
            isRequired: true,
            isWide: true,
          },
        ]}
        warning={w.mergeHint}
        body={{ version }}
        changes={productChanges}
        onDone={() => go('/products')}
      />
      <ActionButton
        label={form.delete}
        path={`products/${id}`}
        method="DELETE"
        needs="products:manage"
        warning={w.deleteHint.replace('{name}', name)}
        changes={productChanges}
        onDone={() => go('/products')}
        isDangerous
      />
    </>
  );
}
