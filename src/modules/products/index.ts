import type { Operation } from '../../operation/operation.ts';
import { archiveProduct } from './archive-product.ts';
import { archiveTaxRate } from './archive-tax-rate.ts';
import { archiveVariant } from './archive-variant.ts';
import { archivePriceList } from './archive-price-list.ts';
import { changeCategoryPrices } from './change-category-prices.ts';
import { changeListPrices } from './change-list-prices.ts';
import { createPriceList } from './create-price-list.ts';
import { getPriceList } from './get-price-list.ts';
import { listPriceLists } from './list-price-lists.ts';
import { restorePriceList } from './restore-price-list.ts';
import { updatePriceList } from './update-price-list.ts';
import { createProduct } from './create-product.ts';
import { createProductCategory } from './create-product-category.ts';
import { createTaxRate } from './create-tax-rate.ts';
import { createVariant } from './create-variant.ts';
import { deleteProduct } from './delete-product.ts';
import { getProduct } from './get-product.ts';
import { getVariant } from './get-variant.ts';
import { listProductVariants } from './list-product-variants.ts';
import { listProducts } from './list-products.ts';
import { listVariants } from './list-variants.ts';
import { mergeProduct } from './merge-product.ts';
import { restoreProduct } from './restore-product.ts';
import { restoreVariant } from './restore-variant.ts';
import { undoProductMerge } from './undo-product-merge.ts';
import { updateProduct } from './update-product.ts';
import { updateProductCategory } from './update-product-category.ts';
import {
  archiveProductCategory,
  deleteProductCategory,
  getProductCategory,
  listProductCategories,
  restoreProductCategory,
} from './product-category.ts';
import { getTaxRate, listTaxRates, restoreTaxRate } from './tax-rate.ts';
import { updateTaxRate } from './update-tax-rate.ts';
import { updateVariant } from './update-variant.ts';

export const operations: readonly Operation[] = [
  createProduct,
  getProduct,
  listProducts,
  updateProduct,
  archiveProduct,
  restoreProduct,
  deleteProduct,
  mergeProduct,
  undoProductMerge,
  createVariant,
  listProductVariants,
  listVariants,
  getVariant,
  updateVariant,
  archiveVariant,
  restoreVariant,
  createProductCategory,
  getProductCategory,
  listProductCategories,
  updateProductCategory,
  archiveProductCategory,
  restoreProductCategory,
  deleteProductCategory,
  createPriceList,
  getPriceList,
  listPriceLists,
  updatePriceList,
  archivePriceList,
  restorePriceList,
  changeCategoryPrices,
  changeListPrices,
  createTaxRate,
  getTaxRate,
  listTaxRates,
  updateTaxRate,
  archiveTaxRate,
  restoreTaxRate,
];

export {
  chargedRate,
  defaultRate,
  type Component,
  type TaxRateForSale,
  taxRatesFor,
  purchaseRates,
  untaxedRates,
  useTaxRates,
  type VariantForSale,
  variantIdsBySku,
  variantsFor,
} from './for-sale.ts';
export { type VariantForPurchase, variantsForPurchase } from './for-purchase.ts';
export { seedTaxRates } from './seed-tax-rates.ts';
export { checkPriceList } from './price-list.ts';
export { searchedProducts, searchedVariants } from './searched-products.ts';
export { checkRates } from './taxed-with.ts';
export { Variant } from './variant.ts';
export { loadVariants } from './variants.ts';
