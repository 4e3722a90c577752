import { type PageFixture, createPageFixture } from './public-page.ts';
import type { RunningService } from './running-service.ts';
import { pngOf, upload } from './uploading.ts';
import type { Wire } from './world.ts';

export type BrandedFixture = Pick<PageFixture, 'call'> & {
  /** A document that was issued, and the path of a link to it. */
  readonly linked: (draft: object) => Promise<{ document: Wire; path: string }>;
  readonly delivered: (more?: object) => Promise<{ document: Wire; path: string }>;
  /** From now on documents of the type are issued in this layout, with the logo. */
  readonly dressed: (type: string, layout: object) => Promise<void>;
};

const bank = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', bank_name: 'Commerzbank', holder: null };
const address = { line1: 'Kai 7', city: 'Hamburg', postal_code: '20457', country: 'DE' };

/** Somebody who sends documents in colours of their own; their invoices and delivery notes have a logo. */
export async function createBrandedFixture(
  service: RunningService,
  logo: Buffer = pngOf(),
  name?: string,
): Promise<BrandedFixture> {
  const { call, who } = await createPageFixture(service, name);
  await call('PATCH', '/organization', { bank_account: bank, address });
  const { body: file } = await upload(service, { ...who, bytes: logo, filename: 'logo.png' });
  const dressed: BrandedFixture['dressed'] = async (type, layout) => {
    const look = { name: `${type} ${JSON.stringify(layout)}`, document_types: [type], is_default: true, layout };
    const { id } = await call('POST', '/document-templates', { ...look, logo_file_id: file.id });
    await call('POST', `/document-templates/${id}/publish`, {});
  };
  const shared = async (id: string) => {
    const document = await call('POST', `/documents/${id}/issue`, {});
    const { url } = await call('POST', `/documents/${id}/share`, {});
    return { document, path: new URL(url).pathname };
  };
  const buyer = { type: 'business', display_name: 'Harbour & Finch', billing_address: address };
  const client_id = (await call('POST', '/clients', buyer)).id;
  const lines = [{ name: 'Consulting', quantity: '2', unit_price: '50' }];
  for (const type of ['invoice', 'delivery_note', 'quote']) {
    await dressed(type, { design: 'bold', colors: { accent: '#7ad0b4' } });
  }
  return {
    call,
    dressed,
    linked: async (draft) => {
      const given = { client_id, lines, language: 'en', ...draft };
      return shared((await call('POST', '/documents', given)).id);
    },
    delivered: async (more = {}) => {
      const sale = await call('POST', '/sales', { client_id, lines, confirm: true });
      const given = { type: 'delivery_note', sale_id: sale.id, ...more };
      return shared((await call('POST', '/documents', given)).id);
    },
  };
}
