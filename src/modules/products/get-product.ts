import { getExpandable } from '../../operation/record/index.ts';
import { ExpandedProduct } from './product.ts';
import { productCategories } from './categories/product-category.ts';
import { readProduct } from './product-row.ts';

export const getProduct = getExpandable({
  kind: 'product',
  summary: 'Get one product with its variants.',
  path: '/products',
  permission: 'products:read',
  mcp: 'action',
  row: ExpandedProduct,
  expansions: { category: productCategories.load },
  read: readProduct,
});
