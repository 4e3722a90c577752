import { asOwner } from './database.ts';
import { createExpenseFixture } from './expense-fixture.ts';
import type { Wire, World } from './world.ts';
import { uuidFrom } from '../../src/wire/type-id.ts';

/** A fixture of duplicate products for tests of merging. */
export async function createDuplicateProducts(world: World) {
  const { call } = world;
  const fixture = createExpenseFixture(world);
  const buyer = await call('create_client', { type: 'business', display_name: 'Buyer' });
  let made = 0;
  const product = (more: object = {}): Promise<Wire> =>
    call('create_product', { name: `Tea ${(made += 1)}`, price: '4', sku: `TEA-${made}`, ...more });
  const receive = (of: Wire, quantity: string, unit_cost: string, more: object = {}): Promise<Wire> =>
    fixture.keyed('create_stock_movement', {
      type: 'purchase_receipt',
      variant_id: of.variants[0].id,
      quantity,
      unit_cost,
      ...more,
    });
  const sell = (what: object, quantity = '1'): Promise<Wire> =>
    fixture.keyed('record_sale', { client_id: buyer.id, lines: [{ ...what, quantity }] });
  const stockOf = async (of: Wire): Promise<Wire[]> =>
    (await call('list_stock_levels', { variant_id: of.variants[0].id })).data;
  return {
    fixture,
    buyer,
    product,
    receive,
    sell,
    stockOf,
    merge: (from: Wire, into: Wire, more: object = {}): Promise<Wire> =>
      call('merge_product', { id: from.id, into_id: into.id, ...more }),
    undo: (from: Wire): Promise<Wire> => call('undo_product_merge', { id: from.id }),
    onHand: async (of: Wire): Promise<number> =>
      (await stockOf(of)).reduce((sum, level) => sum + Number(level.on_hand), 0),
    twins: duplicates,
    query,
    allOf,
  };

  async function duplicates(): Promise<{ from: Wire; into: Wire; sale: Wire; name: string }> {
    const from = await product({ tags: ['old'], description: 'Green' });
    const into = await product({ tags: ['new'] });
    const name = `of ${made}`;
    await receive(from, '10', '1.10');
    await receive(into, '4', '2.35');
    const other = await call('create_location', { name: `Shed ${name}`, code: `S${made}` });
    await receive(from, '3', '1.00', { location_id: other.id });
    const [{ id: old }, { id: kept }] = [from.variants[0], into.variants[0]];
    const sale = await sell({ variant_id: old }, '2');
    await sell({ variant_id: kept }, '1');
    const priced = (variant_id: string, price: string) => ({ variant_id, price });
    await call('create_price_list', { name: `List ${name}`, prices: [priced(old, '3.00'), priced(kept, '3.50')] });
    await call('create_price_list', { name: `Own list ${name}`, prices: [priced(old, '2.00')] });
    const components = [{ variant_id: old, quantity: '2' }];
    await call('create_product', { name: `Set ${name}`, type: 'bundle', price: '9', components });
    await fixture.keyed('create_stock_reservation', { variant_id: old, quantity: '1' });
    return { from, into, sale, name };
  }

  function query(sql: string, ...given: unknown[]): Promise<Wire[]> {
    return asOwner(world.database.ownerUrl, async (owner) => (await owner.query(sql, given)).rows);
  }

  /** Everything that the database holds of these products, but for when and by whom they were written last. */
  async function allOf(...of: Wire[]): Promise<Wire[]> {
    const products = of.map(({ id }) => uuidFrom('prod', id));
    const variants = of.flatMap((one) => one.variants.map((variant: Wire) => uuidFrom('variant', variant.id)));
    const found = [];
    const references = await query(
      `select relation::text as relation, name, 'products' as kind from product_references()
       union all select relation::text, name, 'variants' from variant_references()
       union all select relation::text, 'variant_id', 'variants' from variant_sums() as relation order by 1, 2`,
    );
    for (const { relation, name, kind } of references) {
      const rows = await query(
        `select to_jsonb(t) as row from ${relation} as t where ${name} = any($1::uuid[]) order by to_jsonb(t)::text`,
        kind === 'products' ? products : variants,
      );
      found.push({ relation, name, rows });
    }
    for (const [relation, ids] of [['products', products] as const, ['variants', variants] as const]) {
      const own = `select to_jsonb(t) - 'version' - 'updated_at' - 'updated_by' as row from ${relation} t
        where id = any($1) order by id`;
      found.push({ relation, name: 'id', rows: await query(own, ids) });
    }
    return found;
  }
}
