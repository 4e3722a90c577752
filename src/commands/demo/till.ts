import { addDays, type Day } from '../../core/calendar.ts';
import type { Agenda } from './agenda.ts';
import { settleLater } from './settling.ts';
import { type Item, Made, Owed, type Shop } from './shop.ts';
import { units } from './shelves.ts';

export type When = { readonly day: Day; readonly month: number; readonly isOpen: boolean };

type Line = { readonly item: Item; readonly hundredths: number };
type Kind = 'walk-in' | 'regular' | 'webshop' | 'trade' | 'commission';

const kinds: readonly Kind[] = ['walk-in', 'regular', 'webshop', 'trade', 'commission'];
const shares: Readonly<Record<Kind, number>> = { 'walk-in': 56, regular: 12, webshop: 10, trade: 17, commission: 5 };
const methods: Readonly<Record<string, number>> = { Bancontact: 52, Cash: 24, Card: 16, 'Mobile money': 8 };

/** Makes one sale; returns false where nothing was in stock. */
export async function sell(shop: Shop, agenda: Agenda, when: When): Promise<boolean> {
  const { chance } = shop;
  const kind = when.isOpen ? chance.pick(kinds, (one) => shares[one]) : 'webshop';
  if (kind === 'commission') return commission(shop, agenda, when);
  if (kind === 'trade') return deliver(shop, agenda, when);
  const lines = basket(shop, when, { linesMax: kind === 'walk-in' ? 3 : 4, bulk: 1 });
  if (lines.length === 0) return false;
  await (kind === 'webshop' ? orderOnline(shop, lines) : ringUp(shop, lines, kind));
  take(lines);
  return true;
}

/** Lines of one basket: each article once, up to its stock. */
function basket({ chance, items }: Shop, { month }: When, size: { linesMax: number; bulk: number }): Line[] {
  const offered = items.filter(({ good }) => good.months === undefined || good.months.includes(month));
  const lines = new Map<Item, number>();
  const wanted = chance.pick([1, 2, 3, 4, 5, 6], (count) => (count > size.linesMax ? 0 : 1 / count));
  for (let line = 0; line < wanted; line += 1) {
    const item = chance.pick(offered, ({ good }) => good.popular / (good.options?.values.length ?? 1));
    const part = item.good.unit === undefined ? 100 : chance.pick([50, 100, 150, 250]);
    const asked = part * chance.pick([1, 2, 3], (times) => 1 / times ** 2) * size.bulk;
    const there = item.good.par === undefined ? asked : Math.min(asked, item.onHand.shop);
    const whole = item.good.unit === undefined ? there - (there % 100) : there;
    if (whole > 0) lines.set(item, whole);
  }
  return [...lines].map(([item, hundredths]) => ({ item, hundredths }));
}

function inputLines(lines: readonly Line[]): object[] {
  return lines.map(({ item, hundredths }) => ({ variant_id: item.id, quantity: units(hundredths) }));
}

function take(lines: readonly Line[], sign: 1 | -1 = 1): void {
  for (const { item, hundredths } of lines) if (item.good.par !== undefined) item.onHand.shop -= hundredths * sign;
}

/** At the till, paid at once; now and then something is scratched and goes for less. */
async function ringUp({ clerk, chance, regulars }: Shop, lines: readonly Line[], kind: Kind): Promise<void> {
  const method = chance.pick(Object.keys(methods), (name) => methods[name] ?? 0);
  const [first, ...others] = inputLines(lines);
  const scratched = chance.happens(4) ? { discount: { type: 'percent', value: '20' }, description: 'Scratched' } : {};
  const discounts = chance.happens(3) ? [{ type: 'amount', value: '2.00', name: 'Loyalty card' }] : undefined;
  const who = kind === 'regular' ? { client_id: chance.pick(regulars).id } : {};
  const input = { ...who, channel: 'shop', lines: [{ ...first, ...scratched }, ...others] };
  await clerk.does('record_sale', { ...input, ...(discounts && { discounts }), payments: [{ method }] }, Made);
}

/** In the webshop, paid by card before it is sent. */
async function orderOnline({ clerk, chance, ...shop }: Shop, lines: readonly Line[]): Promise<void> {
  const client = chance.pick(shop.regulars, ({ tag }) => (tag === 'webshop' ? 4 : 1));
  const goesOut = lines.some(({ item }) => item.good.isService !== true);
  const postage = { kind: 'shipping', name: 'Parcel post', amount: '5.95', tax_rate_ids: [shop.standardTax] };
  const input = { client_id: client.id, channel: 'webshop', lines: inputLines(lines) };
  const payment = { method: 'Card', fee_amount: '0.35', reference: `WEB-${chance.between(100_000, 999_999)}` };
  await clerk.does('record_sale', { ...input, charges: goesOut ? [postage] : [], payments: [payment] }, Made);
}

/** To a business, on account: delivered now, due by its terms. Some of it is drafted first, and some is called off. */
async function deliver(shop: Shop, agenda: Agenda, when: When): Promise<boolean> {
  const { clerk, chance, businesses } = shop;
  const customer = chance.pick(businesses, ({ business }) => (business.group === 'Trade' ? 3 : 1));
  const bulk = customer.business.group === 'Trade' ? chance.between(2, 5) : 1;
  const lines = basket(shop, when, { linesMax: 6, bulk });
  if (lines.length === 0) return false;
  const input = { client_id: customer.id, channel: 'trade', lines: inputLines(lines) };
  if (chance.happens(18)) {
    const draft = await clerk.does('create_sale', { ...input, notes: 'To be confirmed by e-mail.' }, Made);
    const isWanted = chance.happens(85);
    agenda.note(addDays(when.day, chance.between(1, 5)), async (day) => {
      if (isWanted && areThere(lines)) await confirm(shop, agenda, { id: draft.id, day, lines, customer });
    });
    return true;
  }
  const sale = await clerk.does('create_sale', { ...input, confirm: true }, Owed);
  take(lines);
  if (chance.happens(7)) {
    const reason = chance.pick(['Entered twice.', 'Called off before it was sent.', 'Wrong client.']);
    agenda.note(addDays(when.day, 1), async () => {
      await clerk.does('void_sale', { id: sale.id, reason }, Made);
      take(lines, -1);
    });
  } else settleLater(shop, agenda, { sale, customer });
  return true;
}

function areThere(lines: readonly Line[]): boolean {
  return lines.every(({ item, hundredths }) => item.good.par === undefined || item.onHand.shop >= hundredths);
}

type Draft = {
  readonly id: string;
  readonly day: Day;
  readonly lines: readonly Line[];
  readonly customer: Shop['businesses'][number];
};

/** It counts from the day it is done, not from the day it was asked for. */
async function confirm(shop: Shop, agenda: Agenda, { id, day, lines, customer }: Draft): Promise<void> {
  const dates = { sale_date: day, due_date: addDays(day, customer.business.termsDays) };
  await shop.clerk.does('update_sale', { id, ...dates }, Made);
  const sale = await shop.clerk.does('confirm_sale', { id }, Owed);
  take(lines);
  settleLater(shop, agenda, { sale, customer });
}

/** Work of the bindery at an agreed price without tax, drafted when it is ordered and confirmed when it is done. */
async function commission(shop: Shop, agenda: Agenda, { day }: When): Promise<boolean> {
  const { clerk, chance } = shop;
  const customer = chance.pick(shop.businesses, ({ business }) => (business.group === 'Trade' ? 0 : 1));
  const [name, price] = chance.pick([
    ['Annual reports, bound in half linen', '18.50'],
    ['Menus in leather covers', '27.00'],
    ['Restoration of a register', '185.00'],
    ['Slipcases, made to measure', '34.00'],
    ['Guest book with foil stamping', '96.00'],
  ]);
  const quantity = Number(price) > 90 ? chance.between(1, 2) : chance.between(6, 30);
  const line = { name, quantity: String(quantity), unit_price: price, tax_rate_ids: taxesOf(shop, customer) };
  const input = { client_id: customer.id, channel: 'bindery', prices_include_tax: false, lines: [line] };
  const rush = chance.happens(15) ? [{ kind: 'service', name: 'Express', amount: '25.00' }] : [];
  const order = { ...input, charges: rush, location_id: shop.places.bindery };
  const { id } = await clerk.does('create_sale', order, Made);
  const daysOfWork = chance.between(4, 18);
  agenda.note(addDays(day, daysOfWork), (done) => confirm(shop, agenda, { id, day: done, lines: [], customer }));
  return true;
}

function taxesOf({ standardTax }: Shop, { business }: Shop['businesses'][number]): string[] {
  return business.isReverseCharged === true ? [] : [standardTax];
}
