import { comparedMax, rowsBefore, rowsCompared, startOf } from '../../core/alike-names.ts';
import { nameKey } from '../../core/fold.ts';
import { isNearly } from '../../core/nearest.ts';
import { z } from 'zod';
import { arrayOf, sql } from '../../db/sql.ts';
import { batched } from '../../operation/batched.ts';
import { encoderOf } from '../../operation/encode.ts';
import type { Context } from '../../operation/operation.ts';
import { ForeignName, Id } from '../../wire/index.ts';
import { type Client, clientStatuses, duplicateSuspected } from './client.ts';
import type { NewClient } from './client-input.ts';
import { normalizedPhone } from './phone.ts';
import { taxIdKey, taxIdsFrom } from '../../wire/tax-id.ts';

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
  const evidence = evidenceOf(client);
  if (evidence.email === null && evidence.taxKeys.length === 0 && evidence.name === null) return;
  const candidates = await clientsAlike(context, evidence);
  if (candidates.length > 0) throw duplicateSuspected({ candidates: wireCandidates(candidates) });
}

/** Two new clients who have one of these in common are duplicates: the second is refused once the first is there. */
export function duplicateKeys({ allow_duplicate: isAllowed, ...input }: z.output<typeof NewClient>): string[] {
  if (isAllowed === true) return [];
  const { email = null, phone, tax_ids: taxIds, billing_address: address } = input;
  const { name, postalCode, ...evidence } = evidenceOf({
    display_name: input.display_name,
    email,
    tax_ids: taxIdsFrom(taxIds ?? [], []),
    phone_normalized: phone ? normalizedPhone(phone) : null,
    billing_address: address ?? null,
  });
  const alike = { email: evidence.email, phone: name && evidence.phone, postal: name && postalCode };
  const keys = Object.entries(alike).flatMap(([what, text]) => {
    if (text === null) return [];
    return what === 'email' ? [`client email ${text}`] : [`client ${what} ${text} ${name}`];
  });
  return [...keys, ...evidence.taxKeys.map((key) => `client tax id ${key}`)];
}

type Evidence = {
  readonly email: string | null;
  readonly taxKeys: readonly string[];
  /** Where there is something that tells two of one name apart. */
  readonly name: string | null;
  readonly postalCode: string | null;
  readonly phone: string | null;
};
type Told = Pick<Client, 'display_name' | 'email' | 'phone_normalized'> & {
  readonly tax_ids: readonly Pick<Client['tax_ids'][number], 'type' | 'value'>[];
  readonly billing_address: { readonly postal_code?: string | null | undefined } | null;
};

function evidenceOf({
  display_name,
  email,
  tax_ids: taxIds,
  phone_normalized: phone,
  billing_address,
}: Told): Evidence {
  const name = nameKey(display_name);
  const postalCode = billing_address?.postal_code?.replaceAll(' ', '').toUpperCase() ?? null;
  const tellsApart = name !== '' && (postalCode !== null || phone !== null);
  return { email, taxKeys: taxIds.map(taxIdKey), name: tellsApart ? name : null, postalCode, phone };
}

// As an array the ids are found first, whatever the planner thinks of tables that it has no statistics of: with `in`
// a thousand clients into new books took 60 ms each instead of 1.
const clientsAlike = batched('read', async ({ db, organization }: Context, asked: readonly Evidence[]) => {
  const textsOf = (told: (evidence: Evidence) => string | null) => arrayOf('text', asked.map(told));
  const rows = await db.many<z.output<typeof Candidate> & { place: number }>(sql`
    select given.place::int, client.* from unnest(${textsOf(({ email }) => email)},
      ${textsOf(({ taxKeys }) => JSON.stringify(taxKeys))}, ${textsOf(({ name }) => name)},
      ${textsOf(({ postalCode }) => postalCode)}, ${textsOf(({ phone }) => phone)})
      with ordinality as given (email, tax_keys, name, postal_code, phone, place)
    cross join lateral (
      select id, number, display_name, email, status from clients
      where organization_id = ${organization} and id = any(array(
        select id from clients where organization_id = ${organization} and email = given.email
        union all
        select client_id from client_tax_ids
        where organization_id = ${organization}
          and key = any(array(select jsonb_array_elements_text(given.tax_keys::jsonb)))
        union all
        select id from clients
        where organization_id = ${organization} and name_key = given.name and (
          upper(replace(billing_address ->> 'postal_code', ' ', '')) = given.postal_code
            or phone_normalized = given.phone)))
      order by status, created_at, id limit ${candidatesMax}) as client
    order by given.place`);
  const found = Map.groupBy(rows, ({ place }) => place);
  return asked.map((_, index) => found.get(index + 1) ?? []);
});

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
  const compared = { id: client.id, start: startOf(key), phone: client.phone_normalized };
  const rows = await clientsCompared(context, compared);
  const found = rows.filter((row) => row.is_same_phone || isNearly(bare(row.name_key), bare(key)));
  return found.length === 0 ? undefined : found.slice(0, candidatesMax);
}

type Compared = { readonly id: string; readonly start: string; readonly phone: string | null };
type Alike = z.output<typeof Candidate> & {
  readonly name_key: string;
  readonly name_rank: number;
  readonly phone_normalized: string | null;
  readonly is_offered: boolean;
};

/**
 * Clients whose names begin alike, as far as they are compared, or who have the telephone number. Of clients that are
 * made side by side, each is compared with those before it.
 */
const clientsCompared = batched('hindsight', async ({ db, organization }: Context, asked: readonly Compared[]) => {
  const starts = [...new Set(asked.map(({ start }) => start))];
  const phones = [...new Set(asked.flatMap(({ phone }) => phone ?? []))];
  const rows = await db.many<Alike>(sql`
    select id, number, display_name, email, status, name_key, phone_normalized,
      merged_into_id is null and erased_at is null as is_offered,
      (row_number() over (order by name_key, id))::int as name_rank
    from clients
    where organization_id = ${organization} and id = any(array(
      select id from clients where organization_id = ${organization} and phone_normalized = any(${phones}::text[])
      union all
      select near.id from unnest(${starts}::text[], ${starts.map((start) => `${start}\u{10ffff}`)}::text[])
        as given (start, past)
      cross join lateral (
        select id from clients where organization_id = ${organization}
          and name_key >= given.start and name_key < given.past
        order by name_key limit ${comparedMax + asked.length}) as near))
    order by status, created_at, id`);
  const before = rowsBefore(rows, asked);
  return asked.map(({ start, phone }, index) => {
    const there = before[index] ?? [];
    const compared = new Set(rowsCompared(there, start));
    return there
      .map((row) => ({ ...row, is_same_phone: phone !== null && row.phone_normalized === phone }))
      .filter((row, at) => row.is_offered && (row.is_same_phone || compared.has(there[at] ?? row)));
  });
});

function bare(key: string): string {
  const joined = key.replaceAll(initials, (letters) => letters.replaceAll(' ', ''));
  return joined.replaceAll(legalForms, '').replaceAll(/\s+/g, ' ').trim() || joined;
}
