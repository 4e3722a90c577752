import { nameKey } from '../../core/fold.ts';
import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import type { Context } from '../../operation/operation.ts';
import { ForeignName, Id } from '../../wire/index.ts';
import { type Client, clientStatuses, duplicateSuspected } from './client.ts';
import { taxIdKey } from '../../wire/tax-id.ts';

const candidatesMax = 5;

const Candidate = z.object({
  id: Id('client'),
  number: z.string(),
  display_name: ForeignName,
  email: z.string().nullable(),
  status: z.enum(clientStatuses),
});
const wireCandidates = encoderOf(z.array(Candidate));

/**
 * Refuses a client who is very probably there already. Only strong evidence counts, because an import must not stop at
 * two people who share a name: the same e-mail address, the same tax id, or the same name at the same postal code or
 * telephone. A hint, not a rule: two calls at the same moment may both pass.
 */
export async function refuseDuplicate(context: Context, client: Client): Promise<void> {
  const name = nameKey(client.display_name);
  const postalCode = client.billing_address?.postal_code?.replaceAll(' ', '').toUpperCase() ?? null;
  const { email, tax_ids: taxIds, phone_normalized: phone } = client;
  const tellsApart = name !== '' && (postalCode !== null || phone !== null);
  if (email === null && taxIds.length === 0 && !tellsApart) return;
  // As an array the ids are found first, whatever the planner thinks of tables that it has no statistics of: with `in`
  // a thousand clients into new books took 60 ms each instead of 1.
  const candidates = await context.db.many(sql`
    select id, number, display_name, email, status from clients
    where organization_id = ${context.organization} and id = any(array(
      select id from clients where organization_id = ${context.organization} and email = ${email}
      union all
      select client_id from client_tax_ids
      where organization_id = ${context.organization} and key = any(${taxIds.map(taxIdKey)}::text[])
      union all
      select id from clients
      where organization_id = ${context.organization} and name_key = ${tellsApart ? name : null} and (
        upper(replace(billing_address ->> 'postal_code', ' ', '')) = ${postalCode} or phone_normalized = ${phone})))
    order by status, created_at, id limit ${candidatesMax}`);
  if (candidates.length > 0) throw duplicateSuspected({ candidates: wireCandidates(candidates) });
}
