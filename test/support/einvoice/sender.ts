import type { Shop } from '../sales-shop.ts';
import type { Wire, World } from '../world.ts';

/** Company data that German e-invoices require. */
const germanSeller = {
  legal_name: 'Nordlicht Möbel GmbH',
  email: 'rechnung@nordlicht.example',
  phone: '+49 40 123456',
  tax_ids: [{ type: 'eu_vat', value: 'DE123456788', country: 'DE' }],
  address: { line1: 'Kaistraße 4', city: 'Hamburg', postal_code: '20457', country: 'DE' },
  bank_account: { iban: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001', bank_name: 'DKB' },
  e_invoicing: { contact_name: 'Ada Brandt', address: { scheme: '9930', value: 'DE123456788' } },
};

/** An authority that takes XRechnung. */
const germanBuyer = {
  billing_address: { line1: 'Klosterwall 8', city: 'Hamburg', postal_code: '20095', country: 'DE' },
  e_invoicing: { address: { scheme: '0204', value: '991-01234-44' }, buyer_reference: '991-01234-44' },
};

export type Sender = {
  /** An issued invoice of 100.00 and 19 % to a client like the authority, as changed. */
  readonly invoiced: (client?: object, more?: object) => Promise<Wire>;
  /** The same, a draft. */
  readonly drafted: (client?: object, more?: object) => Promise<Wire>;
  readonly eInvoice: (document: Wire, profile?: string) => Promise<Wire>;
};

/** An organisation that sends e-invoices. */
export async function senderOf({ call }: World, { client }: Shop): Promise<Sender> {
  await call('update_organization', germanSeller);
  const rate = await call('create_tax_rate', { name: 'USt 19', percentage: '19', category: 'S' });
  const drafted: Sender['drafted'] = async (about = {}, more = {}) => {
    const { id } = await client({ ...germanBuyer, ...about });
    const lines = [{ name: 'Beratung', quantity: '2', unit_price: '50', tax_rate_ids: [rate.id] }];
    return call('create_document', { type: 'invoice', client_id: id, lines, ...more });
  };
  return {
    drafted,
    invoiced: (about, more = {}) => drafted(about, { ...more, issue: true }),
    eInvoice: ({ id }, profile) => call('get_document_einvoice', profile === undefined ? { id } : { id, profile }),
  };
}
