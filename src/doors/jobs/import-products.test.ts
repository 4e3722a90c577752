/** Products come in with their variants, as shops export them, and price lists after them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importing } from '../../../test/support/importing.ts';
import { type SignedIn, startService } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await startService();
const { api, bringIn, errorsOf, work } = importing(service);

const table = (...rows: string[]) => rows.join('\n');
const counts = ({ created, skipped, failed }: Wire) => [created, skipped, failed];
const productsOf = async (who: SignedIn): Promise<Wire[]> =>
  (await api(who, 'GET', '/products?sort=created_at&limit=100&include_archived=true')).data;
const variantsOf = async (who: SignedIn, { id }: Wire): Promise<Wire[]> =>
  (await api(who, 'GET', `/products/${id}`)).variants;
const told = (variants: readonly Wire[]) =>
  variants.map(({ option_values: values, sku, price }) => [
    Object.values(values).join(' '),
    sku,
    price.amount ?? price,
  ]);

const shopify = table(
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,' +
    'Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Taxable,Image Src,' +
    'Cost per item,Status',
  'shirt,Shirt,"<p>Soft &amp; light.</p><ul><li>Cotton</li></ul>",Acme,Shirts,"summer, sale",TRUE,Color,Green,Size,S,' +
    'SH-G-S,shopify,5,25.00,TRUE,https://cdn.example/1.jpg,9.50,active',
  'shirt,,,,,,,,Green,,M,SH-G-M,shopify,0,25.00,TRUE,https://cdn.example/2.jpg,9.50,',
  'shirt,,,,,,,,Blue,,S,SH-B-S,shopify,3,27.50,TRUE,,9.50,',
  'shirt,,,,,,,,,,,,,,,,https://cdn.example/3.jpg,,',
  'hat,Hat,,Acme,Hats,,TRUE,Title,Default Title,,,HAT,,12,17.99,FALSE,,,draft',
  'scarf,Scarf,,Acme,Hats,,TRUE,Title,Default Title,,,SCARF,shopify,0,12.00,TRUE,,,archived',
);

test('products of Shopify have their variants, stock and pictures apart', async () => {
  const ana = await service.register('Ana');
  const found = await bringIn(ana, { kind: 'products', content: shopify });
  assert.deepEqual(counts(found), [3, 0, 0], JSON.stringify(await errorsOf(ana, found)));
  assert.equal(found.mapping.category, 'Type');
  const [shirt, hat, scarf] = (await productsOf(ana)) as [Wire, Wire, Wire];
  assert.deepEqual(
    [shirt.external_id, shirt.name, shirt.description, shirt.tags],
    ['shirt', 'Shirt', 'Soft & light.\n\n * Cotton', ['summer', 'sale']],
  );
  const variants = await variantsOf(ana, shirt);
  assert.deepEqual(told(variants), [
    ['Green S', 'SH-G-S', '25.00'],
    ['Green M', 'SH-G-M', '25.00'],
    ['Blue S', 'SH-B-S', '27.50'],
  ]);
  assert.deepEqual(
    (await variantsOf(ana, hat)).map(({ track_inventory, option_values }) => [track_inventory, option_values]),
    [[false, {}]],
  );
  assert.deepEqual([hat.status, hat.tax_rate_ids, scarf.status], ['draft', [], 'archived']);
  const { data: levels } = await api(ana, 'GET', '/stock/levels');
  assert.deepEqual(levels.map(({ on_hand: onHand }: Wire) => onHand).toSorted(), ['3', '5']);
  assert.deepEqual((await api(ana, 'GET', '/organization/checks')).findings ?? [], []);
  const again = await bringIn(ana, { kind: 'products', content: shopify });
  assert.deepEqual(counts(again), [0, 3, 0]);
});

test('products of WooCommerce name the row of their product as the parent of each variant', async () => {
  const ana = await service.register('Ana');
  const content = table(
    'ID,Type,SKU,Name,Published,Description,Tax status,Stock,Regular price,Categories,Parent,Attribute 1 name,' +
      'Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)',
    '44,variable,tee,V-Neck,1,The best.,taxable,,,"Clothing > Tees, New",,Color,"Blue, Red",Size,"L, S"',
    '46,simple,cap,Cap,1,,taxable,,16.00,Clothing > Caps,,Color,"Blue, Red",,',
    '73,"simple, downloadable, virtual",album,Album,1,,none,,15.00,Music,,,,,',
    '76,variation,tee-red,V-Neck - Red,1,Lorem ipsum,taxable,,20.00,,tee,Color,Red,Size,',
    '77,variation,tee-blue,V-Neck - Blue,1,,taxable,,21.00,,id:44,Color,Blue,Size,L',
    '87,grouped,set,The set,1,,taxable,,,,,,,,',
  );
  const found = await bringIn(ana, { kind: 'products', content });
  assert.deepEqual(counts(found), [3, 0, 1], JSON.stringify(await errorsOf(ana, found)));
  const [tee, cap, album] = (await productsOf(ana)) as [Wire, Wire, Wire];
  assert.deepEqual([tee.name, tee.external_id, tee.description], ['V-Neck', '44', 'The best.']);
  const variants = await variantsOf(ana, tee);
  assert.deepEqual(told(variants), [
    ['Red Any', 'tee-red', '20.00'],
    ['Blue L', 'tee-blue', '21.00'],
  ]);
  assert.deepEqual(
    variants.map(({ external_id: id }) => id),
    ['76', '77'],
  );
  assert.deepEqual(cap.options, []);
  assert.deepEqual([cap.external_id, cap.type, album.type, album.tax_rate_ids], ['46', 'good', 'service', []]);
  const { data: categories } = await api(ana, 'GET', '/product-categories?limit=100');
  const path = (of: Wire) => categories.find(({ id }: Wire) => id === of.category_id).path;
  assert.deepEqual([path(tee), path(cap), path(album)], [['Clothing', 'Tees'], ['Clothing', 'Caps'], ['Music']]);
  assert.equal(categories.length, 5);
});

test('products of Square have the name of the product in each row', async () => {
  const ana = await service.register('Ana');
  const content = table(
    'Token,Item Name,Variation Name,SKU,Description,Categories,Price',
    'a1,Latte,Regular,L1,Espresso and milk,Drinks,4.50',
    'a2,Latte,Oat milk,L2,Espresso and milk,Drinks,5.25',
    'b1,Sandwich,Regular,S1,,Food,6.00',
    'c1,Gift,,G1,,,10.00',
    'c2,Gift,,G2,,,20.00',
  );
  const found = await bringIn(ana, { kind: 'products', content });
  assert.deepEqual(counts(found), [4, 0, 0], JSON.stringify(await errorsOf(ana, found)));
  const [latte, sandwich, gift] = (await productsOf(ana)) as [Wire, Wire, Wire];
  assert.deepEqual(told(await variantsOf(ana, latte)), [
    ['Regular', 'L1', '4.50'],
    ['Oat milk', 'L2', '5.25'],
  ]);
  assert.deepEqual((await variantsOf(ana, latte))[0]?.option_values, { Variant: 'Regular' });
  assert.deepEqual((await variantsOf(ana, sandwich))[0]?.option_values, {});
  assert.deepEqual([gift.name, (await variantsOf(ana, gift)).length], ['Gift', 1]);
});

test('of a product with a fault in one variant nothing comes in, and its rows are told with the line', async () => {
  const ana = await service.register('Ana');
  const content = table(
    'Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Barcode,Variant Price,Variant Inventory Qty',
    'a,Anchor,V,Size,S,A-S,,10,',
    'a,,,,M,A-M,,10,4',
    'b,Buoy,V,Size,S,B-S,3.65275E+11,10,',
    'c,Chain,V,Size,S,C-S,,10,',
    'c,Chains,,,M,C-M,,10,',
    'd,Deck,V,Size,S,D-S,,10,',
    'd,,,,S,D-T,,10,',
    'e,Eye,V,Size,S,E-S,,,',
    'f,Fid,V,Size,S,F-S,,12,',
  );
  const found = await bringIn(ana, { kind: 'products', content });
  assert.deepEqual(counts(found), [1, 0, 5]);
  const faults = (await errorsOf(ana, found)).map(
    ({ import_line: line, import_field: field, import_code: code }) => `${line} ${field} ${code}`,
  );
  assert.deepEqual(
    [...new Set(faults)],
    ['3 cost required', '4 barcode shortened', '5 name rows_disagree', '8 option_values repeated', '9 price required'],
  );
});

test('price lists come in by product, with quantities and days', async () => {
  const ana = await service.register('Ana');
  await bringIn(ana, { kind: 'products', content: table('sku,name,price', 'A,Anchor,100', 'B,Buoy,20') });
  const content = table(
    'Price list;SKU;Min quantity;Price;Valid from;Percent off',
    'Trade;A;;80,00;01.02.2027;',
    'Trade;A;10;75,50;;',
    'Trade;B;;15,00;;',
    'Friends;;;;;10',
    'Odd;Z;;5,00;;',
    'Bare;A;;;;',
  );
  const found = await bringIn(ana, { kind: 'price_lists', content });
  assert.deepEqual(counts(found), [2, 0, 2], JSON.stringify(await errorsOf(ana, found)));
  const { data: lists } = await api(ana, 'GET', '/price-lists?sort=created_at');
  assert.deepEqual(
    lists.map(({ name, price_count: n, percent_off: off, valid_from: from }: Wire) => [name, n, off, from]),
    [
      ['Trade', 3, null, '2027-02-01'],
      ['Friends', 0, '10', null],
    ],
  );
  const { prices } = await api(ana, 'GET', `/price-lists/${lists[0].id}`);
  assert.deepEqual(prices.map(({ min_quantity: from, price }: Wire) => [from, price.amount ?? price]).toSorted(), [
    ['0', '15.00'],
    ['0', '80.00'],
    ['10', '75.50'],
  ]);
  const errors = (await errorsOf(ana, found)).map(({ import_line, import_field }) => `${import_line} ${import_field}`);
  assert.deepEqual(errors, ['6 product', '7 price']);
  assert.deepEqual(counts(await bringIn(ana, { kind: 'price_lists', content })), [0, 2, 2]);
});

test('a category is found by the rows after it, in the same batch and in a trial as well', async () => {
  const ana = await service.register('Ana');
  const content = table('name,parent', 'Shelf,Furniture', 'Furniture,', 'Table,Furniture', 'Leg,Table');
  for (const is_trial of [true, false]) {
    const found = await bringIn(ana, { kind: 'product_categories', content, is_trial });
    assert.deepEqual(counts(found), [3, 0, 1], JSON.stringify(await errorsOf(ana, found)));
  }
  const { data } = await api(ana, 'GET', '/product-categories?sort=created_at');
  assert.deepEqual(
    data.map(({ path }: Wire) => path.join(' > ')),
    ['Furniture', 'Furniture > Table', 'Furniture > Table > Leg'],
  );
});

test('a category is looked up once for a whole file, also in a trial, which makes none', async () => {
  const ana = await service.register('Ana');
  const rows = Array.from({ length: 60 }, (_, n) => `P${n},Product ${n},1.00,Shelves > Oak`);
  const content = table('sku,name,price,category', ...rows);
  for (const is_trial of [true, false]) {
    const { id } = await api(ana, 'POST', '/imports', { kind: 'products', content, is_trial });
    let looks = 0;
    const { runtime } = service.app;
    const watch: typeof runtime.watch = (calls, go) => {
      looks += calls.filter(({ operation }) => operation.name === 'list_product_categories').length;
      return go();
    };
    await work(ana, id, { runtime: { ...runtime, watch } });
    assert.deepEqual([counts(await api(ana, 'GET', `/imports/${id}`)), looks], [[60, 0, 0], 1]);
  }
});
