import { lifecycle, type Make, of, type Samples } from './make.ts';

const newQuote: Make = ({ fresh, ids }) => ({
  ...{ type: 'quote', client_id: ids['client'], title: fresh('quote'), notes: fresh('offer') },
  lines: [{ variant_id: ids['variant'], quantity: '1' }],
});

const newTemplate: Make = ({ fresh }) => ({
  ...{ name: fresh('template'), document_types: ['quote'], languages: ['de'] },
  layout: { design: 'atelier', texts: { '*': { note: fresh('note') } } },
});

/** A quote that has come as far as these steps lead. */
const after =
  (steps: readonly string[], more: object = {}): Make =>
  async (shop, person) => {
    const { id } = await shop.call('create_document', { ...(await newQuote(shop, person)) });
    for (const step of steps) await shop.call(step, { id });
    return { id, ...more };
  };

export const documentsSamples: Samples = {
  ...lifecycle('document_template', newTemplate, { layout: { design: 'bold' } }),
  publish_document_template: of('create_document_template', newTemplate),
  delete_document_template: of('create_document_template', newTemplate),
  duplicate_document_template: async (shop, person) => ({
    id: (await shop.call('create_document_template', { ...(await newTemplate(shop, person)) })).id,
    name: shop.fresh('copy'),
  }),
  create_document: newQuote,
  update_document: of('create_document', newQuote, { terms: 'Half of it in advance.' }),
  delete_document: of('create_document', newQuote),
  issue_document: of('create_document', newQuote),
  accept_document: after(['issue_document'], { accepted_by: 'Bea Buyer' }),
  decline_document: after(['issue_document'], { reason: 'Too dear.' }),
  convert_document: after(['issue_document', 'accept_document']),
  // A draft, of which nothing is kept: a read leaves no trace.
  get_document_pdf: of('create_document', newQuote),
  void_document: after(['issue_document'], { reason: 'By mistake.' }),
};
