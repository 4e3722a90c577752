import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { invalidStateTransition, notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, XmlOutput } from '../../../wire/index.ts';

type Row = { readonly number: string; readonly status: string; readonly content: Buffer };

export const getPaymentFileContent = operation({
  name: 'get_payment_file_content',
  summary: 'Get a payment file as XML, to send it to the bank.',
  guidance: 'The service sends nothing to the bank itself.',
  http: 'GET /payment-files/{id}/content',
  effect: 'read',
  permission: 'bank:pay',
  mcp: 'action',
  input: z.strictObject({ id: Id('payment_file') }),
  output: XmlOutput,
  refuses: [notFound, invalidStateTransition],
  async run({ db, organization }, { id }) {
    const file = await db.maybe<Row>(sql`
      select number, status, content from payment_files where organization_id = ${organization} and id = ${id}`);
    if (file === undefined) throw notFound();
    // Nobody sends by mistake what was called off.
    if (file.status === 'cancelled') throw invalidStateTransition({ status: file.status, allowed: [] });
    const content = file.content.toString('utf8');
    return { filename: `${file.number}.xml`, content_type: 'application/xml', content };
  },
});
