import { type Make, of, type Samples } from './make.ts';

const newQuote: Make = ({ fresh, ids }) => ({
  ...{ type: 'quote', client_id: ids['client'], title: fresh('quote'), notes: fresh('offer') },
  lines: [{ variant_id: ids['variant'], quantity: '1' }],
});

/** A quote that has come as far as these steps lead. */
const after =
  (steps: readonly string[], more: object = {}): Make =>
  async (shop, person) => {
    const { id } = await shop.call('create_document', { ...(await newQuote(shop, person)) });
    for (const step of steps) await shop.call(step, { id });
    return { id, ...more };
  };

/** What stands in a link to a quote of its own. */
const linked =
  (more: object = {}): Make =>
  async (shop, person) => {
    const { id } = await after(['issue_document'])(shop, person);
    const { url } = await shop.call('share_document', { id });
    return { token: String(url).split('/').at(-1), ...more };
  };

export const documentsSamples: Samples = {
  create_document: newQuote,
  update_document: of('create_document', newQuote, { terms: 'Half of it in advance.' }),
  delete_document: of('create_document', newQuote),
  issue_document: of('create_document', newQuote),
  accept_document: after(['issue_document'], { accepted_by: 'Bea Buyer' }),
  decline_document: after(['issue_document'], { reason: 'Too dear.' }),
  convert_document: after(['issue_document', 'accept_document']),
  void_document: after(['issue_document'], { reason: 'By mistake.' }),
  share_document: after(['issue_document']),
  revoke_document_share: of('share_document', after(['issue_document'])),
  get_shared_document: linked(),
  view_shared_document: linked(),
  accept_shared_document: linked({ name: 'Bea Buyer' }),
  decline_shared_document: linked({ name: 'Bea Buyer', reason: 'Too dear.' }),
};
