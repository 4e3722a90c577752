import { Page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { ExpandedVariant } from '../product.ts';
import { variantPage, variants } from './variant-list.ts';

export const listVariants = operation({
  name: 'list_variants',
  summary: 'List variants by SKU, barcode or product, with their prices.',
  http: 'GET /variants',
  effect: 'read',
  permission: 'products:read',
  mcp: 'action',
  input: variants.input,
  output: Page(ExpandedVariant),
  run: (context, input) => variantPage(context, variants, { input }),
});
