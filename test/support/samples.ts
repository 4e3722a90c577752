import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { uuidFrom } from '../../src/wire/type-id.ts';
import { totpCode, totpStep } from '../../src/modules/identity/totp.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { prefixOf } from '../../src/wire/index.ts';
import { password, type SignedIn } from './running-service.ts';
import type { Shop } from './shop.ts';
import type { Wire } from './world.ts';

type Input = Record<string, unknown>;

/** A call that is expected to succeed: what to send, and who sends it. */
export type Sample = { readonly input: Input; readonly caller: SignedIn };

/** Makes whatever a call needs and answers its input. `person` is who will make it. */
type Make = (shop: Shop, person: SignedIn) => Promise<Input> | Input;

/** A fresh call of an operation, with records of its own where it changes or uses up what it is about. */
export async function sampleOf(shop: Shop, operation: Operation): Promise<Sample> {
  const caller = spendsSession.has(operation.name) ? await shop.service.colleague(shop.who, 'owner') : shop.who;
  const make = samples[operation.name];
  if (make !== undefined) return { caller, input: await make(shop, caller) };
  const input = plainInput(shop, operation);
  if (input === undefined) throw new Error(`write a sample of ${operation.name} in test/support/samples.ts`);
  return { caller, input };
}

/** Whether somebody wrote a sample, or none is needed because the operation reads and takes nothing but an id. */
export function hasSample({ name, effect, input }: Operation): boolean {
  return name in samples || (effect === 'read' && requiredOf(input).every((field) => field === 'id'));
}

/** Names of samples whose operation is gone. */
export function samplesWithout(catalogue: readonly Operation[]): string[] {
  const names = new Set(catalogue.map(({ name }) => name));
  return Object.keys(samples).filter((name) => !names.has(name));
}

function plainInput(shop: Shop, operation: Operation): Input | undefined {
  if (!hasSample(operation)) return undefined;
  const { input } = operation;
  const shape = 'shape' in input ? (input.shape as Record<string, unknown>) : {};
  if (!requiredOf(input).includes('id')) return {};
  const id = shop.ids[prefixOf(shape['id']) ?? ''];
  return id === undefined ? undefined : { id };
}

function requiredOf(input: Operation['input']): string[] {
  const shape = 'shape' in input ? (input.shape as Record<string, Operation['input']>) : {};
  return Object.keys(shape).filter((field) => shape[field]?.safeParse(undefined).success === false);
}

/** Calls that end or change the session or the password of whoever makes them. */
const spendsSession: ReadonlySet<string> = new Set([
  ...['logout', 'logout_all', 'change_password', 'start_totp', 'confirm_totp', 'disable_totp', 'revoke_session'],
  'switch_organization',
]);

const country = { country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };

const newClient: Make = ({ fresh, ids }) => ({
  ...{ type: 'business', display_name: fresh('client'), notes_internal: fresh('note'), tags: [fresh('tag')] },
  contacts: [{ name: fresh('contact') }],
  billing_address: { line1: fresh('street'), country: 'DE' },
  group_ids: [ids['cgrp']],
});
const newProduct: Make = ({ fresh, ids }) => ({
  ...{ name: fresh('product'), price: '12.50', sku: fresh('SKU'), category_id: ids['pcat'] },
});
const newTax: Make = ({ fresh }) => ({ name: fresh('tax'), percentage: '9' });
const newPlace: Make = ({ fresh }) => ({ name: fresh('place'), code: `P${randomBytes(4).toString('hex')}` });
const newAccount: Make = ({ fresh }) => ({
  ...{ code: String(randomInt(1e9)), name: fresh('account'), type: 'bank' },
});
const newCategory: Make = ({ fresh }) => ({ name: fresh('category') });
const newGroup: Make = ({ fresh }) => ({ name: fresh('group') });
const newMethod: Make = ({ fresh, ids }) => ({ name: fresh('method'), kind: 'card', account_id: ids['acct'] });
const newSale: Make = ({ fresh, ids }) => ({
  ...{ client_id: ids['client'], notes: fresh('sale'), lines: [{ variant_id: ids['variant'], quantity: '1' }] },
  ...{ charges: [{ kind: 'shipping', amount: '5.00' }], discounts: [{ type: 'percent', value: '10' }] },
});
const confirmedSale: Make = async (shop, person) => ({ ...(await newSale(shop, person)), confirm: true });
const newCredit: Make = async ({ fresh, ids, call }) => ({
  client_id: (await call('create_client', { type: 'individual', display_name: fresh('payer') })).id,
  ...{ method_id: ids['pm'], amount: '5.00', reference: fresh('reference') },
});
const newImport: Make = ({ fresh }) => ({ kind: 'clients', content: `name\n${fresh('client')}\n` });
const newToken: Make = ({ fresh }) => ({ name: fresh('token') });

/** The id of a record made for this one call. */
const of =
  (create: string, make: Make, more: Input = {}): Make =>
  async (shop, person) => ({ id: (await shop.call(create, { ...(await make(shop, person)) })).id, ...more });

/** The same, archived. */
const archived = (create: string, make: Make): Make => {
  const fresh = of(create, make);
  return async (shop, person) => {
    const { id } = await fresh(shop, person);
    await shop.call(create.replace('create', 'archive'), { id });
    return { id };
  };
};

const lifecycle = (noun: string, make: Make, patch: Input): Record<string, Make> => ({
  [`create_${noun}`]: make,
  [`update_${noun}`]: of(`create_${noun}`, make, patch),
  [`archive_${noun}`]: of(`create_${noun}`, make),
  [`restore_${noun}`]: archived(`create_${noun}`, make),
});

const variantToArchive: Make = async (shop, person) => {
  const product = await shop.call('create_product', { ...(await newProduct(shop, person)), ...sizes });
  return { id: product.variants[0].id };
};
const sizes = { sku: undefined, options: [{ name: 'Size', values: ['S', 'L'] }] };

const signIn = async (shop: Shop): Promise<Wire> => {
  const { email } = await shop.service.register(shop.fresh('guest'));
  return (await shop.service.api('', 'POST', '/auth/login', { email, password })).body;
};

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

async function startedTotp({ service }: Shop, { token }: SignedIn): Promise<(ahead: number) => string> {
  const { secret } = (await service.api(token, 'POST', '/auth/totp')).body;
  const bits = Array.from(String(secret))
    .map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return (ahead) => totpCode(bytes, totpStep(new Date().toISOString()) + ahead);
}

const authSamples: Record<string, Make> = {
  login: ({ who }) => ({ email: who.email, password, organization_id: who.organization }),
  refresh: async (shop) => ({ refresh_token: (await signIn(shop)).refresh_token }),
  logout: () => ({}),
  logout_all: () => ({}),
  switch_organization: (_, person) => ({ organization_id: person.organization }),
  change_password: () => ({ current_password: password, new_password: 'another horse battery' }),
  forgot_password: ({ who }) => ({ email: who.email }),
  reset_password: async ({ service }, _person) => {
    const [token, person] = [randomBytes(32).toString('base64url'), await service.register('Forgetful')];
    const hash = createHash('sha256').update(token).digest();
    await service.owner.query(
      `insert into password_resets (hash, user_id, created_at, expires_at)
       values ($1, $2, now(), now() + interval '1 hour')`,
      [hash, uuidFrom('user', person.user)],
    );
    return { token, new_password: 'another horse battery' };
  },
  revoke_session: async ({ service }, { token, email }) => {
    await service.api('', 'POST', '/auth/login', { email, password });
    const { body } = await service.api(token, 'GET', '/auth/sessions');
    return { id: body.data.find(({ current }: Wire) => !current).id };
  },
  start_totp: () => ({}),
  confirm_totp: async (shop, person) => ({ totp_code: (await startedTotp(shop, person))(0) }),
  disable_totp: async (shop, person) => {
    const code = await startedTotp(shop, person);
    await shop.service.api(person.token, 'POST', '/auth/totp/confirm', { totp_code: code(0) });
    return { totp_code: code(1) };
  },
  register: ({ fresh }) => ({
    ...{ email: `${randomUUID()}@example.com`, password, name: fresh('person') },
    organization: { name: fresh('company'), ...country },
  }),
  create_organization: ({ fresh }) => ({ name: fresh('company'), ...country }),
  update_organization: ({ fresh }) => ({ legal_name: fresh('company') }),
  create_mcp_token: newToken,
  update_mcp_token: of('create_mcp_token', newToken, { preset: 'read_only' }),
  revoke_mcp_token: of('create_mcp_token', newToken),
  rotate_mcp_token: of('create_mcp_token', newToken, { grace_hours: 1 }),
};

const samples: Readonly<Record<string, Make>> = {
  ...authSamples,
  ...lifecycle('client', newClient, { notes_public: 'Pays in cash.' }),
  ...lifecycle('product', newProduct, { description: 'Made of wood.' }),
  ...lifecycle('product_category', newCategory, { position: 3 }),
  ...lifecycle('tax_rate', newTax, { display_name: 'Tax' }),
  ...lifecycle('location', newPlace, { type: 'warehouse' }),
  ...lifecycle('account', newAccount, { description: 'For the till.' }),
  ...lifecycle('payment_method', newMethod, { position: 3 }),
  delete_client: of('create_client', newClient),
  delete_product: of('create_product', newProduct),
  delete_product_category: of('create_product_category', newCategory),
  create_client_group: newGroup,
  update_client_group: of('create_client_group', newGroup, { description: 'Good friends.' }),
  delete_client_group: of('create_client_group', newGroup),
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
  create_stock_movement: ({ fresh, ids }) => ({
    ...{ type: 'purchase_receipt', variant_id: ids['variant'], quantity: '3', unit_cost: '4.50', note: fresh('note') },
  }),
  create_stock_count: async (shop, person) => {
    const product = await shop.call('create_product', { ...(await newProduct(shop, person)) });
    const line = { variant_id: product.variants[0].id, expected_on_hand: '0', counted: '0' };
    return { lines: [line], note: shop.fresh('count') };
  },
  calculate_sale: ({ ids }) => ({ lines: [{ variant_id: ids['variant'], quantity: '1' }] }),
  create_sale: newSale,
  update_sale: of('create_sale', newSale, { notes: 'Deliver in the morning.' }),
  delete_sale: of('create_sale', newSale),
  confirm_sale: of('create_sale', newSale),
  void_sale: of('create_sale', confirmedSale, { reason: 'By mistake.' }),
  record_sale: async (shop, person) => ({
    ...(await newSale(shop, person)),
    payments: [{ method_id: shop.ids['pm'] }],
  }),
  pay_sale: async (shop, person) => {
    const { id } = await shop.call('create_sale', { ...(await confirmedSale(shop, person)) });
    return { id, amount: '1.00', method_id: shop.ids['pm'] };
  },
  create_payment: newCredit,
  update_payment: of('create_payment', newCredit, { notes: 'By card.' }),
  void_payment: of('create_payment', newCredit, { reason: 'By mistake.' }),
  apply_client_credit: async (shop, person) => {
    const { id, client_id } = await shop.call('create_payment', { ...(await newCredit(shop, person)) });
    const sale = await shop.call('create_sale', { ...(await confirmedSale(shop, person)), client_id });
    return { id, allocations: [{ sale_id: sale.id, amount: '1.00' }] };
  },
  create_import: newImport,
  cancel_import: of('create_import', newImport),
  export_ledger: () => ({ format: 'csv' }),
  list_product_variants: ({ ids }) => ({ id: ids['prod'] }),
  get_report: () => ({ name: 'revenue' }),
  get_report_drilldown: () => ({ name: 'profit-and-loss', row: 'net_profit' }),
  get_client_statement: ({ ids }) => ({ client_id: ids['client'] }),
};
