import { sql } from '../../../db/sql.ts';
import { type Check, gapless } from '../../../operation/check.ts';

export const quoteNumbers: Check = {
  name: 'quote_numbers',
  promise: 'Numbers of quotes have no gap.',
  looks: (organization) =>
    gapless(
      organization,
      'quote',
      sql`select number from documents
        where organization_id = ${organization} and number is not null and type = 'quote'`,
    ),
};
