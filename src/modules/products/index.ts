import type { Operation } from '../../operation/operation.ts';
import { archiveProduct } from './archive-product.ts';
import { archiveTaxRate } from './tax-rates/archive-tax-rate.ts';
import { archiveVariant } from './variants/archive-variant.ts';
import { archivePriceList } from './price-lists/archive-price-list.ts';
import { changeCategoryPrices } from './categories/change-category-prices.ts';
import { changeListPrices } from './price-lists/change-list-prices.ts';
import { createPriceList } from './price-lists/create-price-list.ts';
import { getPriceList } from './price-lists/get-price-list.ts';
import { listPriceLists } from './price-lists/list-price-lists.ts';
import { restorePriceList } from './price-lists/restore-price-list.ts';
import { updatePriceList } from './price-lists/update-price-list.ts';
import { createProduct } from './create-product.ts';
import { createProductCategory } from './categories/create-product-category.ts';
import { createTaxRate } from './tax-rates/create-tax-rate.ts';
import { createVariant } from './variants/create-variant.ts';
import { deleteProduct } from './delete-product.ts';
import { getProduct } from './get-product.ts';
import { getProductPicture } from './get-product-picture.ts';
import { getVariant } from './variants/get-variant.ts';
import { listProductVariants } from './variants/list-product-variants.ts';
import { listProducts } from './list-products.ts';
import { listVariants } from './variants/list-variants.ts';
import { mergeProduct } from './merging/merge-product.ts';
import { restoreProduct } from './restore-product.ts';
import { restoreVariant } from './variants/restore-variant.ts';
import { undoProductMerge } from './merging/undo-product-merge.ts';
import { updateProduct } from './update-product.ts';
import { updateProductCategory } from './categories/update-product-category.ts';
import {
  archiveProductCategory,
  deleteProductCategory,
  getProductCategory,
  listProductCategories,
  restoreProductCategory,
} from './categories/product-category.ts';
import { getTaxRate, listTaxRates, restoreTaxRate } from './tax-rates/tax-rate.ts';
import { updateTaxRate } from './tax-rates/update-tax-rate.ts';
import { updateVariant } from './variants/update-variant.ts';

export const operations: readonly Operation[] = [
  createProduct,
  getProduct,
  getProductPicture,
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
export { seedTaxRates } from './tax-rates/seed-tax-rates.ts';
export { checkPriceList } from './price-lists/price-list.ts';
export { searchedProducts, searchedVariants } from './searched-products.ts';
export { checkRates } from './tax-rates/taxed-with.ts';
export { Variant } from './variants/variant.ts';
export { loadVariants } from './variants/variants.ts';
export { variantsCalled } from './variants/variants-called.ts';
export { variantIdByCode, variantNamed } from './variants/variant-by-code.ts';
