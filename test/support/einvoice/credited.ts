import type { Shop } from '../sales-shop.ts';
import type { Wire, World } from '../world.ts';
import { type Sender, senderOf } from './sender.ts';

/** Buyers in whose country each tax may be charged. */
const frenchBuyer = {
  allow_duplicate: true,
  billing_address: { line1: '5 rue Basse', city: 'Lyon', postal_code: '69001', country: 'FR' },
  tax_ids: [{ type: 'eu_vat', value: 'FR40303265045', country: 'FR' }],
};
const swissBuyer = { billing_address: { line1: 'Gasse 1', city: 'Bern', postal_code: '3011', country: 'CH' } };

export type Credited = Pick<Sender, 'eInvoice'> & {
  /** Credit notes of every shape, by the name of the shape; each of an invoice that was issued for it. */
  readonly creditNotes: () => Promise<ReadonlyMap<string, Wire>>;
};

/** Credit notes of a sender of e-invoices. */
export async function creditedOf(world: World, shop: Shop): Promise<Credited> {
  const { call } = world;
  const { keyed } = shop;
  const { invoiced, eInvoice } = await senderOf(world, shop);
  const rate = async (percentage: string, category: string, more: object = {}): Promise<string> =>
    (await call('create_tax_rate', { name: `USt ${category} ${percentage}`, percentage, category, ...more })).id;
  const [full, reduced] = [await rate('19', 'S'), await rate('7', 'S')];
  const held = await rate('15', 'S', { kind: 'withholding' });
  const reasons = { exemption_reason: 'Steuerfrei nach § 4 UStG' };
  const line = (tax: string | readonly string[], more: object = {}) => ({
    name: 'Beratung',
    quantity: '3',
    unit_price: '33.33',
    tax_rate_ids: [tax].flat(),
    ...more,
  });
  const credit = ({ id }: Wire, more: object = {}) => keyed('credit_document', { id, ...more });
  const some = { lines: [{ position: 1, quantity: '1' }] };
  /** Credited whole, and another one by a part and then by the rest. */
  const whole = async (name: string, lines: readonly object[], more: object = {}, client: object = {}) => {
    const [first, second] = [await invoiced(client, { ...more, lines }), await invoiced(client, { ...more, lines })];
    return [
      [`${name} whole`, await credit(first)],
      [`${name} part`, await credit(second, some)],
      [`${name} rest`, await credit(second)],
    ] as const;
  };
  const off = { discounts: [{ type: 'percent', value: '12.5' }] };
  const freight = { charges: [{ kind: 'shipping', amount: '7.77', tax_rate_ids: [full] }] };
  const exempt = async (category: string) => rate('0', category, reasons);

  const deposits = async () => {
    const lines = [line(full), line(reduced)];
    const advance = await invoiced({}, { type: 'deposit_invoice', lines });
    const paid = await invoiced({}, { type: 'deposit_invoice', lines });
    await keyed('pay_sale', { id: paid.sale_id, method: 'Bank transfer' });
    const back = { refund: { method: 'Bank transfer' } };
    return [
      ['deposit', await credit(advance)],
      ['paid deposit', await credit(paid, back)],
    ] as const;
  };
  const afterDeposit = async () => {
    const quote = await invoiced({}, { type: 'quote', lines: [line(full), line(reduced)] });
    await keyed('accept_document', { id: quote.id });
    const asked = { type: 'deposit_invoice', deposit_for_id: quote.id, deposit_percent: '30', issue: true };
    const advance = await call('create_document', asked);
    await keyed('pay_sale', { id: advance.sale_id, method: 'Bank transfer' });
    const { invoice } = await keyed('convert_document', { id: quote.id, issue: true });
    return [['invoice less a deposit', await credit(invoice, some)]] as const;
  };
  return {
    eInvoice,
    creditNotes: async () =>
      new Map([
        ...(await whole('plain', [line(full), line(reduced)])),
        ...(await whole('discount on a line', [
          line(full, { discount: { type: 'percent', value: '10' } }),
          line(reduced),
        ])),
        ...(await whole('discount on all', [line(full), line(reduced)], off)),
        ...(await whole('charge', [line(full)], freight)),
        ...(await whole('discounts and charge', [line(full, { discount: { type: 'amount', value: '3.33' } })], {
          ...off,
          ...freight,
        })),
        ...(await whole('prices with tax', [line(full), line(reduced)], { prices_include_tax: true, ...off })),
        ...(await whole('withheld', [line([full, held])])),
        ...(await whole('reverse charge', [line(await exempt('AE'))], {}, frenchBuyer)),
        ...(await whole('within the EU', [line(await exempt('K'))], { supply_date: '2026-03-01' }, frenchBuyer)),
        ...(await whole('export', [line(await exempt('G'))], {}, swissBuyer)),
        ...(await whole('exempt', [line(await exempt('E')), line(full)])),
        ...(await whole('zero', [line(await rate('0', 'Z')), line(full)])),
        ...(await whole('nothing', [line(full, { unit_price: '0' })])),
        ...(await whole('dollars', [line(full)], { currency: 'USD', exchange_rate: '0.9' })),
        ...(await deposits()),
        ...(await afterDeposit()),
      ]),
  };
}
