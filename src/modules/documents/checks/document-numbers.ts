import { sql } from '../../../db/sql.ts';
import { type Check, gapless } from '../../../operation/check.ts';
import { documentTypes } from '../document.ts';

/** Each type of document has a series of its own. */
export const documentNumbers: readonly Check[] = documentTypes.map((type) => ({
  name: `${type}_numbers`,
  promise: `Numbers of documents of type ${type} have no gap.`,
  looks: (organization) =>
    gapless(
      organization,
      type,
      sql`select number from documents
        where organization_id = ${organization} and number is not null and type = ${type}`,
    ),
}));
