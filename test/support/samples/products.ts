import { newImage } from './files.ts';
import { lifecycle, type Make, of, type Samples } from './make.ts';

export const newProduct: Make = ({ fresh, ids }) => ({
  name: fresh('product'),
  price: '12.50',
  sku: fresh('SKU'),
  category_id: ids['pcat'],
});

const newTax: Make = ({ fresh }) => ({ name: fresh('tax'), percentage: '9' });

const newCategory: Make = ({ fresh }) => ({ name: fresh('category') });

const sizes = { sku: undefined, options: [{ name: 'Size', values: ['S', 'L'] }] };

const variantToArchive: Make = async (shop, person) => {
  const product = await shop.call('create_product', { ...(await newProduct(shop, person)), ...sizes });
  return { id: product.variants[0].id };
};

const newPriceList: Make = ({ fresh, ids }) => ({
  name: fresh('price list'),
  percent_off: '5',
  prices: [{ variant_id: ids['variant'], price: '9.00', min_quantity: '10' }],
});

const productsToMerge: Make = async (shop, person) => {
  const from = await shop.call('create_product', { ...(await newProduct(shop, person)) });
  const into = await shop.call('create_product', { ...(await newProduct(shop, person)) });
  return { id: from.id, into_id: into.id };
};

export const productsSamples: Samples = {
  ...lifecycle('product', newProduct, { description: 'Made of wood.' }),
  ...lifecycle('product_category', newCategory, { position: 3 }),
  ...lifecycle('tax_rate', newTax, { display_name: 'Tax' }),
  ...lifecycle('price_list', newPriceList, { percent_off: '10' }),
  change_category_prices: async (shop, person) => {
    const category = await shop.call('create_product_category', { ...(await newCategory(shop, person)) });
    await shop.call('create_product', { ...(await newProduct(shop, person)), category_id: category.id });
    return { id: category.id, direction: 'lower', percent: '3' };
  },
  change_list_prices: of('create_price_list', newPriceList, { direction: 'raise', percent: '3' }),
  get_product_picture: async (shop, person) => {
    const file_id = await newImage(shop);
    const product = await shop.call('create_product', { ...(await newProduct(shop, person)), picture_ids: [file_id] });
    return { id: product.id, file_id };
  },
  delete_product: of('create_product', newProduct),
  merge_product: productsToMerge,
  undo_product_merge: async (shop, person) => {
    const { id, into_id } = await productsToMerge(shop, person);
    await shop.call('merge_product', { id, into_id });
    return { id };
  },
  delete_product_category: of('create_product_category', newCategory),
  lookup_variant: async (shop, person) => {
    const made = await shop.call('create_product', { ...(await newProduct(shop, person)), sku: shop.fresh('SKU') });
    // The stored name may differ from the given one.
    return { code: made.variants[0].sku };
  },
  create_variant: async (shop, person) => {
    const { price: _, ...product } = await newProduct(shop, person);
    const variants = [{ price: '12.50', option_values: { Size: 'S' } }];
    const { id } = await shop.call('create_product', { ...product, ...sizes, variants });
    return { id, price: '14.00', option_values: { Size: 'L' }, sku: shop.fresh('SKU') };
  },
  update_variant: async (shop, person) => ({ ...(await variantToArchive(shop, person)), price: '13.00' }),
  archive_variant: variantToArchive,
  restore_variant: async (shop, person) => {
    const { id } = await variantToArchive(shop, person);
    await shop.call('archive_variant', { id });
    return { id };
  },
  list_product_variants: ({ ids }) => ({ id: ids['prod'] }),
};
