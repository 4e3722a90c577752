import { nameKey } from '../../core/fold.ts';
import { isNearly } from '../../core/nearest.ts';
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

/** Possible duplicates in the answer of creating a client. */
export const Similar = z
  .array(Candidate)
  .optional()
  .describe('Possible duplicates by name or telephone. Merge them if they are.');

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

const lettersCompared = 4;
const comparedMax = 200;
/** Legal forms of companies, left out of names as often as not. */
const legalForms = new RegExp(
  String.raw`\b(${[
    'gmbh mbh ag kg kgaa ohg gbr ug ek ev eg se co company ltd limited llc llp lp inc corp corporation plc pty pvt',
    'bv bvba cv vof nv sa sas sasu sarl srl sprl spa snc sl slu lda ltda ab as asa aps oy oyj kft zrt doo sro zoo kk',
  ]
    .join(' ')
    .replaceAll(' ', '|')})\b`,
  'g',
);
/** `b v` of "B.V.", `s r l` of "S.r.l.". */
const initials = /\b\p{L}(?: \p{L}\b)+/gu;

/**
 * Clients that a new one may be though nothing proves it: the same name but for its legal form or a slip of the pen,
 * or the same telephone number. Told and not refused, since two people share a name and a family its telephone.
 */
export async function similarClients(context: Context, client: Client): Promise<z.output<typeof Similar>> {
  const key = nameKey(client.display_name);
  const start = key.slice(0, lettersCompared);
  const rows = await context.db.many<z.output<typeof Candidate> & { name_key: string; is_same_phone: boolean }>(sql`
    select id, number, display_name, email, status, name_key,
      coalesce(phone_normalized = ${client.phone_normalized}, false) as is_same_phone
    from clients
    where organization_id = ${context.organization} and merged_into_id is null and erased_at is null
      and id = any(array(
        select id from clients where organization_id = ${context.organization}
          and phone_normalized = ${client.phone_normalized}
        union all
        (select id from clients where organization_id = ${context.organization}
          and name_key >= ${start} and name_key < ${`${start}\u{10ffff}`} order by name_key limit ${comparedMax})))
    order by status, created_at, id`);
  const found = rows.filter((row) => row.is_same_phone || isNearly(bare(row.name_key), bare(key)));
  return found.length === 0 ? undefined : found.slice(0, candidatesMax);
}

function bare(key: string): string {
  const joined = key.replaceAll(initials, (letters) => letters.replaceAll(' ', ''));
  return joined.replaceAll(legalForms, '').replaceAll(/\s+/g, ' ').trim() || joined;
}
