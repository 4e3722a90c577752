import type { Fill } from './fill.ts';

export const fillProducts: Fill = async ({ call, fresh }) => {
  const [category, tax] = await Promise.all([
    call('create_product_category', { name: fresh('category') }),
    call('create_tax_rate', { name: fresh('tax'), percentage: '7' }),
  ]);
  const product = await call('create_product', {
    name: fresh('product'),
    price: '10.00',
    sku: fresh('SKU'),
    category_id: category.id,
    low_stock_threshold: '5',
  });
  const variant = product.variants[0];
  const prices = [{ variant_id: variant.id, price: '9.50', min_quantity: '100' }];
  const priceList = await call('create_price_list', { name: fresh('price list'), prices });
  return { category, tax, product, variant, priceList };
};
