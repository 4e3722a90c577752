import { z } from 'zod';
import { folded, nameKey } from '../../core/fold.ts';
import { money } from '../../core/money.ts';
import { jsonRows, type Sql, sql } from '../../db/sql.ts';
import { batchedLater } from '../../operation/batched.ts';
import { encoderOf } from '../../operation/encode.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { byId } from '../../operation/expand.ts';
import type { Context } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Client } from './client.ts';
import { taxIdKey } from '../../wire/tax-id.ts';

/** A client as it goes out, for the audit log and for comparing. */
export const wireClient: (client: Client) => unknown = encoderOf(Client);

/** The columns of a client called `c`, under the names of its fields. */
export const clientColumns: Sql = sql`c.id, c.organization_id, c.number, c.type, c.status, c.display_name,
  c.legal_name, c.first_name, c.last_name, c.lifecycle, c.roles, c.email, c.phone, c.phone_normalized, c.website,
  c.contacts, c.billing_address, c.shipping_addresses, c.tax_ids, c.tax_status, c.default_tax_rate_ids,
  c.dimension_value_ids, c.currency,
  c.payment_terms, c.language, c.e_invoicing, c.discount_percent, c.price_list_id,
  c.credit_limit, c.credit_limit_currency, c.credit_hold, c.group_ids,
  c.do_not_contact, c.notes_internal, c.notes_public, c.parent_id, c.assigned_to, c.merged_into_id, c.external_id,
  c.metadata, c.custom_fields, c.tags,
  c.version, c.created_at, c.updated_at, c.created_by, c.updated_by, c.archived_at, c.erased_at`;

export type ClientRow = Omit<Client, 'credit_limit' | 'e_invoicing'> & {
  readonly credit_limit: bigint | null;
  readonly e_invoicing: Partial<Client['e_invoicing']>;
};

export const noEInvoicing: Client['e_invoicing'] = { format: null, address: null, buyer_reference: null };

export function clientFrom<Row extends ClientRow>(
  row: Row,
): Omit<Row, 'credit_limit' | 'e_invoicing'> & Pick<Client, 'credit_limit' | 'e_invoicing'> {
  const { credit_limit: minor, credit_limit_currency: currency, e_invoicing } = row;
  return {
    ...row,
    credit_limit: minor === null || currency === null ? null : money(minor, currency),
    e_invoicing: { ...noEInvoicing, ...e_invoicing },
  };
}

/** Clients by their id; what is not this organisation's is not there. */
export function loadClients(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Client>> {
  return loadClientsIn(context, sql`${ids}::uuid[]`);
}

/** The same by ids that the database finds out itself. */
export async function loadClientsIn(context: Context, ids: Sql): Promise<ReadonlyMap<string, Client>> {
  const rows = await context.db.many<ClientRow>(sql`
    select ${clientColumns} from clients c
    where c.organization_id = ${context.organization} and c.id = any(${ids})`);
  return byId(rows.map(clientFrom));
}

/** Reads a client that is about to change, so that whoever else changes it waits. */
export async function lockClient(context: Context, id: string, version: number | undefined): Promise<Client> {
  const row = await context.db.maybe<ClientRow>(sql`
    select ${clientColumns} from clients c
    where c.organization_id = ${context.organization} and c.id = ${id} for update`);
  if (row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return clientFrom(row);
}

/** For a client who became another: names the one that is left. */
export function mergedAway({ merged_into_id: survivor }: Client): Error {
  const into = survivor === null ? {} : { merged_into_id: z.encode(Id('client'), survivor) };
  const hint = 'Use the client it was merged into, `merged_into_id`, or undo the merge with undo_client_merge.';
  return invalidStateTransition({ status: 'merged', ...into, allowed: ['undo_client_merge'], hint });
}

/** The same of several, which are locked in one order, whoever asks. */
export async function lockClients(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Client>> {
  const rows = await context.db.many<ClientRow>(sql`
    select ${clientColumns} from clients c
    where c.organization_id = ${context.organization} and c.id = any(${ids}::uuid[]) order by c.id for update`);
  return byId(rows.map(clientFrom));
}

const inserted = sql`organization_id, id, created_at, created_by, number, type, status, display_name, name_key,
  legal_name, first_name, last_name, lifecycle, roles, email, phone, phone_normalized, website, contacts,
  billing_address, shipping_addresses, tax_ids, tax_status, default_tax_rate_ids, dimension_value_ids, currency,
  payment_terms, language, e_invoicing, discount_percent, price_list_id, credit_limit, credit_limit_currency,
  credit_hold, group_ids, do_not_contact, notes_internal, notes_public, parent_id, assigned_to, search_text,
  external_id, metadata, custom_fields, tags, version, updated_at, updated_by, archived_at`;

/** Writes new clients, all that are made side by side in one statement. */
export const insertClient = batchedLater('write', (context: Context, clients: readonly Client[]) => {
  const rows = clients.map((client) => ({
    ...client,
    name_key: nameKey(client.display_name),
    search_text: searchText(client),
    credit_limit: client.credit_limit?.minor ?? null,
  }));
  context.db.later(sql`
    insert into clients (${inserted})
    select ${inserted} from json_populate_recordset(null::clients, ${jsonRows(rows)})`);
  insertTaxIds(context, clients);
});

/** Writes a client that was locked before. */
export function saveClient(context: Context, current: Client, client: Client): void {
  const c = client;
  context.db.later(sql`
    update clients set number = ${c.number}, type = ${c.type}, status = ${c.status}, display_name = ${c.display_name},
      name_key = ${nameKey(c.display_name)}, legal_name = ${c.legal_name}, first_name = ${c.first_name},
      last_name = ${c.last_name}, lifecycle = ${c.lifecycle}, roles = ${c.roles}, email = ${c.email},
      phone = ${c.phone}, phone_normalized = ${c.phone_normalized}, website = ${c.website},
      contacts = ${json(c.contacts)}, billing_address = ${json(c.billing_address)},
      shipping_addresses = ${json(c.shipping_addresses)}, tax_ids = ${json(c.tax_ids)}, tax_status = ${c.tax_status},
      default_tax_rate_ids = ${c.default_tax_rate_ids}, dimension_value_ids = ${c.dimension_value_ids},
      currency = ${c.currency},
      payment_terms = ${json(c.payment_terms)}, language = ${c.language}, e_invoicing = ${json(c.e_invoicing)},
      discount_percent = ${c.discount_percent},
      price_list_id = ${c.price_list_id},
      credit_limit = ${c.credit_limit?.minor ?? null}, credit_limit_currency = ${c.credit_limit_currency},
      credit_hold = ${c.credit_hold}, group_ids = ${c.group_ids}, do_not_contact = ${c.do_not_contact},
      notes_internal = ${c.notes_internal}, notes_public = ${c.notes_public}, parent_id = ${c.parent_id},
      assigned_to = ${c.assigned_to}, merged_into_id = ${c.merged_into_id},
      search_text = ${searchText(c)}, external_id = ${c.external_id}, metadata = ${json(c.metadata)},
      custom_fields = ${json(c.custom_fields)}, tags = ${c.tags}, version = ${c.version},
      updated_at = ${c.updated_at}, updated_by = ${json(c.updated_by)}, archived_at = ${c.archived_at},
      erased_at = ${c.erased_at}
    where organization_id = ${context.organization} and id = ${c.id}`);
  if (client.tax_ids === current.tax_ids) return;
  context.db.later(sql`
    delete from client_tax_ids where organization_id = ${context.organization} and client_id = ${c.id}`);
  insertTaxIds(context, [client]);
}

function insertTaxIds({ db, organization }: Context, clients: readonly Client[]): void {
  const ids = clients.flatMap(({ id, tax_ids: own }) => own.map((taxId) => ({ id, key: taxIdKey(taxId) })));
  if (ids.length === 0) return;
  db.later(sql`
    insert into client_tax_ids (organization_id, client_id, key)
    select ${organization}, tax_id.* from unnest(${ids.map(({ id }) => id)}::uuid[],
      ${ids.map(({ key }) => key)}::text[]) as tax_id (client, key)`);
}

const searchTextMax = 8_000;

/** Text that `q` searches: names, numbers and contact details, one to a line. */
function searchText(client: Client): string {
  const { contacts, tax_ids: taxIds } = client;
  const parts = [
    client.number,
    client.display_name,
    client.legal_name,
    client.first_name === null ? client.last_name : `${client.first_name} ${client.last_name ?? ''}`,
    client.email,
    client.phone,
    client.phone_normalized,
    client.external_id,
    ...contacts.flatMap(({ name, email, phone }) => [name, email, phone]),
    ...taxIds.map(({ value }) => value),
  ];
  return folded(parts.filter((part) => part !== null).join('\n')).slice(0, searchTextMax);
}

/** jsonb takes text; an absent value is NULL, not JSON's null. */
function json(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
