import type { Shop } from './sales-shop.ts';
import type { Wire, World } from './world.ts';

export type QuoteFixture = {
  /** A draft of a quote of 100.00, to a client of its own unless one is named. */
  readonly quoted: (more?: object) => Promise<Wire>;
  readonly issue: (quote: Wire, more?: object) => Promise<Wire>;
  readonly accept: (quote: Wire, more?: object) => Promise<Wire>;
  readonly convert: (quote: Wire, more?: object) => Promise<Wire>;
  /** A quote that the client has accepted. */
  readonly accepted: (more?: object) => Promise<Wire>;
};

/** A fixture for quotes. */
export function createQuoteFixture({ call }: World, { client, keyed }: Shop): QuoteFixture {
  const quoted: QuoteFixture['quoted'] = async (more = {}) => {
    const client_id = (await client()).id;
    const lines = [{ name: 'Consulting', quantity: '2', unit_price: '50' }];
    return call('create_document', { type: 'quote', client_id, lines, ...more });
  };
  const issue: QuoteFixture['issue'] = ({ id }, more = {}) => keyed('issue_document', { id, ...more });
  const accept: QuoteFixture['accept'] = ({ id }, more = {}) => call('accept_document', { id, ...more });
  return {
    quoted,
    issue,
    accept,
    convert: ({ id }, more = {}) => call('convert_document', { id, ...more }),
    accepted: async (more = {}) => accept(await issue(await quoted(more))),
  };
}
