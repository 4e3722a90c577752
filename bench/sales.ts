import { compare } from './compare.ts';
import type { Figure, Stage } from './stage.ts';

const products = 50;
const opening = '1000000';

/** Record, confirm and pay a sale of three lines, with its stock and its ledger entries. */
export async function benchSales(stage: Stage): Promise<Figure[]> {
  const sale = await cashSales(stage);
  const headers = (index: number) => ({ 'idempotency-key': `bench-${index}` });
  return compare(stage, {
    what: 'record, confirm and pay a sale of 3 lines',
    requests: 1_000,
    recordings: 1_000,
    make: (index) => ({ method: 'POST', path: '/api/sales/record', body: sale(index), headers: headers(index) }),
    operation: 'record_sale',
    input: sale,
    atLeast: 0.4,
  });
}

/** Sales of three lines of goods that are in stock, paid in cash. */
export async function cashSales(stage: Stage): Promise<(index: number) => object> {
  const variants = await stockProducts(stage);
  const methods = (await stage.call('list_payment_methods', {})) as unknown as { data: { id: string; kind: string }[] };
  const cash = methods.data.find(({ kind }) => kind === 'cash')?.id;
  return (index) => ({
    lines: [0, 1, 2].map((line) => ({ variant_id: variants[(index * 3 + line) % products], quantity: '1' })),
    payments: [{ method_id: cash }],
  });
}

async function stockProducts({ call }: Stage): Promise<string[]> {
  const variants: string[] = [];
  for (let index = 0; index < products; index += 1) {
    const product = (await call('create_product', {
      type: 'good',
      name: `Product ${index}`,
      sku: `P-${index}`,
      price: '19.99',
      track_inventory: true,
    })) as unknown as { variants: { id: string }[] };
    const id = product.variants[0]?.id ?? '';
    await call('create_stock_movement', { variant_id: id, type: 'opening', quantity: opening, unit_cost: '7.50' });
    variants.push(id);
  }
  return variants;
}
