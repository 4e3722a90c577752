import { z } from 'zod';
import type { Chance } from './chance.ts';
import type { Clerk } from './clerk.ts';
import { categories, goods, type Good } from './goods.ts';
import { type Business, businesses, regulars, suppliers } from './people.ts';
import { type Item, Made, type Shop } from './shop.ts';

export type Owner = { readonly email: string; readonly password: string };

const name = 'Katern';
const materials = ['BB', 'GL', 'TH', 'BC', 'NE'];
const openedWith = 'Opening stock';

/** Founds the organisation and fills its shelves: all that there is before the first sale. */
export async function setUp(clerk: Clerk, chance: Chance, owner: Owner): Promise<Shop> {
  const organization = { name, legal_name: 'Katern BV', country: 'BE', base_currency: 'EUR' };
  const place = { timezone: 'Europe/Brussels', locale: 'en-BE' };
  const registered = await clerk.does(
    'register',
    { ...owner, name: 'Noor Hendrickx', organization: { ...organization, ...place } },
    z.object({ access_token: z.string() }),
  );
  await clerk.signIn(registered.access_token);
  await settle(clerk);
  const taxes = await clerk.does('list_tax_rates', { limit: 100 }, list({ percentage: z.string() }));
  const taxOf = (percentage: string) => idOf(taxes.data, (rate) => rate.percentage === percentage);
  const [standard, reduced] = [taxOf('21'), taxOf('6')];
  const places = await openPlaces(clerk);
  await addPaymentMethod(clerk);
  const people = await addClients(clerk);
  const items = await addGoods(clerk, { standard, reduced });
  await fillShelves(clerk, items, places);
  return {
    clerk,
    chance,
    items,
    places,
    standardTax: standard,
    owing: [],
    standing: [],
    nextRoundsUp: false,
    ...people,
  };
}

async function settle(clerk: Clerk): Promise<void> {
  await clerk.does(
    'update_organization',
    {
      tax_inclusive_default: true,
      cash_rounding_increment: '0.05',
      email: 'post@katern.example',
      phone: '+32 9 555 01 20',
      website: 'https://katern.example',
      registration_number: '0598.765.499',
      address: { line1: 'Serpentstraat 18', postal_code: '9000', city: 'Gent', country: 'BE' },
      tax_ids: [{ type: 'eu_vat', value: 'BE0598765459', country: 'BE' }],
      invoice_defaults: { terms_days: 14, footer: 'Paper, thread and patience.' },
      tags: ['demo'],
    },
    z.unknown(),
  );
}

async function openPlaces(clerk: Clerk): Promise<Shop['places']> {
  const { data } = await clerk.does('list_locations', {}, list({ is_default: z.boolean() }));
  const shop = idOf(data, (location) => location.is_default);
  const address = { postal_code: '9000', city: 'Gent', country: 'BE' };
  const front = { name: 'Shop, Serpentstraat', address: { line1: 'Serpentstraat 18', ...address } };
  await clerk.does('update_location', { id: shop, ...front }, z.unknown());
  const back = { name: 'Bindery, Tichelrei', code: 'BINDERY', type: 'warehouse' };
  const bindery = await clerk.does(
    'create_location',
    { ...back, address: { line1: 'Tichelrei 90', ...address } },
    Made,
  );
  return { shop, bindery: bindery.id };
}

/** Adds Bancontact, the usual card in Belgium, settled with the other cards. */
async function addPaymentMethod(clerk: Clerk): Promise<void> {
  const shape = list({ kind: z.string(), account_id: z.string() });
  const { data } = await clerk.does('list_payment_methods', {}, shape);
  const account = data.find(({ kind }) => kind === 'card')?.account_id;
  await clerk.does('create_payment_method', { name: 'Bancontact', kind: 'card', account_id: account }, z.unknown());
  const cheque = data.find(({ kind }) => kind === 'cheque');
  if (cheque !== undefined) await clerk.does('archive_payment_method', { id: cheque.id }, z.unknown());
}

async function addClients(clerk: Clerk): Promise<Pick<Shop, 'businesses' | 'regulars' | 'suppliers'>> {
  const groups = new Map<string, string>();
  const described = { Trade: 'Shops that sell our notebooks on.', Institutions: '', Neighbours: '', Regulars: '' };
  for (const [group, description] of Object.entries(described)) {
    const input = { name: group, ...(description === '' ? {} : { description }) };
    groups.set(group, (await clerk.does('create_client_group', input, Made)).id);
  }
  const firms: { id: string; business: Business }[] = [];
  for (const [index, business] of businesses.entries()) {
    const input = businessInput(business, index, groups.get(business.group) ?? '');
    firms.push({ ...(await clerk.does('create_client', input, Made)), business });
  }
  const senders: { id: string; sent: number }[] = [];
  for (const { name: supplier, domain, vat, city, country } of suppliers) {
    const input = { type: 'business', display_name: supplier, roles: ['supplier'], email: `orders@${domain}` };
    const about = { tax_ids: [{ type: 'eu_vat', value: vat }], billing_address: { city, country } };
    const made = await clerk.does('create_client', { ...input, ...about, tags: ['supplier'] }, Made);
    senders.push({ ...made, sent: 0 });
  }
  const persons: { id: string; tag: string }[] = [];
  for (const [first, last, city, tag] of regulars) {
    const input = { type: 'individual', display_name: `${first} ${last}`, first_name: first, last_name: last };
    const about = { email: emailOf(first, last), billing_address: { city }, tags: [tag] };
    const made = await clerk.does('create_client', { ...input, ...about, group_ids: [groups.get('Regulars')] }, Made);
    persons.push({ ...made, tag });
  }
  return { businesses: firms, regulars: persons, suppliers: senders };
}

function businessInput(business: Business, index: number, group: string): object {
  const [line1, postalCode, city, country] = business.place;
  const [contact, role] = business.contact;
  const [first = '', ...rest] = contact.split(' ');
  const email = `${plain(first)}.${plain(rest.join(''))}@${business.domain}`;
  return {
    type: 'business',
    display_name: business.name,
    email: `info@${business.domain}`,
    group_ids: [group],
    phone: `+32 9 555 02 ${String(10 + index)}`,
    website: `https://${business.domain}`,
    billing_address: { line1, postal_code: postalCode, city, country },
    tax_ids: [{ type: 'eu_vat', value: business.vat }],
    ...(business.isReverseCharged === true ? { tax_status: 'reverse_charge' } : {}),
    contacts: [{ name: contact, role, email, receives: ['invoice', 'reminder'] }],
    payment_terms: { type: 'days_after_issue', value: business.termsDays },
    ...(business.discount === undefined ? {} : { discount_percent: business.discount }),
    tags: business.tags ?? [],
  };
}

async function addGoods(clerk: Clerk, taxes: { standard: string; reduced: string }): Promise<Item[]> {
  const categoryIds = new Map<string, string>();
  for (const [position, category] of categories.entries()) {
    const rate = category === 'Books' ? taxes.reduced : taxes.standard;
    const input = { name: category, position, tax_rate_ids: [rate] };
    categoryIds.set(category, (await clerk.does('create_product_category', input, Made)).id);
  }
  const items: Item[] = [];
  for (const good of goods) {
    const input = { category_id: categoryIds.get(good.category), ...goodInput(good) };
    const { variants } = await clerk.does('create_product', input, z.object({ variants: z.array(Made) }));
    items.push(...variants.map(({ id }) => ({ id, good, onHand: { shop: 0, bindery: 0 } })));
  }
  return items;
}

function goodInput({ name: title, sku, price, par, options, description, unit, barcode, isService }: Good): object {
  const reorder = par === undefined ? {} : { reorder_point: String(Math.ceil(par / 3)), reorder_quantity: String(par) };
  const low = par === undefined ? {} : { low_stock_threshold: String(Math.ceil(par / 4)) };
  const each = { price, price_includes_tax: true, ...reorder, ...low };
  const about = { name: title, ...(description === undefined ? {} : { description }), ...(unit ? { unit } : {}) };
  if (isService === true) return { ...about, type: 'service', sku, price, price_includes_tax: true };
  if (options === undefined) return { ...about, sku, ...each, ...(barcode === undefined ? {} : { barcode }) };
  const variants = options.values.map((value) => ({
    ...each,
    option_values: { [options.name]: value },
    sku: `${sku}-${value.toUpperCase().replaceAll(' ', '-')}`,
  }));
  return { ...about, options: [options], variants };
}

async function fillShelves(clerk: Clerk, items: readonly Item[], places: Shop['places']): Promise<void> {
  for (const { id, good, onHand } of items) {
    const { par, cost } = good;
    if (par === undefined || cost === undefined) continue;
    const opening = { type: 'opening', variant_id: id, unit_cost: cost, note: openedWith };
    await clerk.does('create_stock_movement', { ...opening, quantity: String(par) }, z.unknown());
    onHand.shop = par * 100;
    if (!materials.includes(good.sku)) continue;
    const stored = { ...opening, quantity: String(par), location_id: places.bindery };
    await clerk.does('create_stock_movement', stored, z.unknown());
    onHand.bindery = par * 100;
  }
}

function list<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.object({ data: z.array(Made.extend(fields)) });
}

function idOf<Row extends { readonly id: string }>(rows: readonly Row[], fits: (row: Row) => boolean): string {
  const found = rows.find(fits);
  if (found === undefined) throw new Error('a new organisation lacks what it should come with');
  return found.id;
}

function emailOf(first: string, last: string): string {
  return `${plain(first)}.${plain(last)}@mail.example`;
}

/** As one writes a name in an address. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
}
