import type { BulkAction } from '../../frames/chosen-bar.tsx';
import { words } from '../../words/index.ts';
import { productChanges as changes } from './product-actions.tsx';
import type { Product } from './product.ts';

export function bulkProductActions(): readonly BulkAction<Product>[] {
  const { productList: w, form } = words.value;
  return [
    {
      label: w.setCategory,
      action: 'update',
      needs: 'products:write',
      fields: [
        {
          name: 'category_id',
          label: w.category,
          kind: 'record',
          source: { path: 'product-categories?status=active', label: 'name', isWhole: true },
          isRequired: true,
          isWide: true,
        },
      ],
      changes,
    },
    {
      label: form.archive,
      action: 'archive',
      needs: 'products:write',
      isFor: ({ status }) => status !== 'archived',
      changes,
    },
    {
      label: form.restore,
      action: 'restore',
      needs: 'products:write',
      isFor: ({ status }) => status === 'archived',
      changes,
    },
  ];
}
