import { uuidFrom } from '../../../src/wire/type-id.ts';
import { type Make, of, type Samples } from './make.ts';

const newExport: Make = ({ fresh }) => ({ type: ['quote'], tag: fresh('month') });

export const exportsSamples: Samples = {
  create_export: () => ({}),
  delete_export: of('create_export', () => ({})),
  create_document_export: newExport,
  cancel_document_export: of('create_document_export', newExport),
  delete_document_export: async (shop, person) => {
    const { id } = await shop.call('create_document_export', { ...(await newExport(shop, person)) });
    // There is no work here that would make its file.
    await shop.service.owner.query(
      `update document_exports set status = 'completed', sha256 = repeat('0', 64), size = 1,
      finished_at = now(), expires_at = now() where id = $1`,
      [uuidFrom('dexp', id)],
    );
    return { id };
  },
};
