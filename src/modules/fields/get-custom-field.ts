import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { CustomField, customFieldColumns } from './custom-field.ts';

export const getCustomField = operation({
  name: 'get_custom_field',
  summary: 'Get a custom field.',
  http: 'GET /custom-fields/{id}',
  effect: 'read',
  permission: 'organization:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('custom_field') }),
  output: CustomField,
  refuses: [notFound],
  async run({ db, organization }, { id }) {
    const row = await db.maybe<CustomField>(sql`
      select ${customFieldColumns} from custom_fields where organization_id = ${organization} and id = ${id}`);
    if (row === undefined) throw notFound();
    return row;
  },
});
