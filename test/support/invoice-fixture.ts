import type { Shop } from './sales-shop.ts';
import type { Wire, World } from './world.ts';

export type InvoiceFixture = {
  /** A draft of an invoice of 100.00 and its draft of a sale, to a client of its own unless one is named. */
  readonly drafted: (more?: object) => Promise<Wire>;
  readonly issue: (document: Wire, more?: object) => Promise<Wire>;
  /** The same, issued. */
  readonly invoiced: (more?: object) => Promise<Wire>;
  readonly document: (document: Wire) => Promise<Wire>;
};

/** A fixture for invoices. */
export function createInvoiceFixture({ call }: World, { client, keyed }: Shop): InvoiceFixture {
  const drafted: InvoiceFixture['drafted'] = async (more = {}) => {
    const lines = [{ name: 'Consulting', quantity: '2', unit_price: '50' }];
    return call('create_document', { type: 'invoice', client_id: (await client()).id, lines, ...more });
  };
  return {
    drafted,
    issue: ({ id }, more = {}) => keyed('issue_document', { id, ...more }),
    invoiced: (more = {}) => drafted({ issue: true, ...more }),
    document: ({ id }) => call('get_document', { id }),
  };
}
