import { getExpandable } from '../../../operation/record/index.ts';
import { ExpandedVariant } from '../product.ts';
import { loadProducts } from '../product-row.ts';
import { readVariant } from './variants.ts';

export const getVariant = getExpandable({
  kind: 'variant',
  summary: 'Get one variant of a product.',
  path: '/variants',
  permission: 'products:read',
  mcp: 'action',
  row: ExpandedVariant,
  expansions: { product: loadProducts },
  read: readVariant,
});
