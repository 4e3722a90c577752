import { nameKey } from '../../core/fold.ts';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/** A client that a text calls, and whether sales to it are taxed by its own rates or not at all. */
export type CalledClient = { readonly id: string; readonly has_own_taxes: boolean };
export type ClientsCalled = { readonly text: string; readonly clients: CalledClient[] };

/**
 * The clients that each text calls: by their external id, else their number, else their name up to case, accents and
 * punctuation. Of names those in use come first, and a merged client is its survivor. Two of one name are enough to
 * know that it is not certain.
 */
export function clientsCalled({ db, organization }: Context, texts: readonly string[]): Promise<ClientsCalled[]> {
  const found = sql`coalesce(c.merged_into_id, c.id)`;
  const of = sql`clients c where c.organization_id = ${organization}`;
  return db.many<ClientsCalled>(sql`
    select called.text, coalesce(
      (select jsonb_agg(jsonb_build_object('id', client.id, 'has_own_taxes',
        client.tax_status <> 'taxable' or cardinality(client.default_tax_rate_ids) > 0))
      from unnest(coalesce(
        nullif(array(select ${found} from ${of} and c.external_id = called.text), '{}'),
        nullif(array(select ${found} from ${of} and c.number = called.text), '{}'),
        nullif(array(select c.id from ${of} and c.name_key = called.key and c.status = 'active' limit 2), '{}'),
        array(select distinct ${found} from ${of} and c.name_key = called.key limit 2))) as meant (id)
      join clients client on client.organization_id = ${organization} and client.id = meant.id),
      '[]') as clients
    from unnest(${texts}::text[], ${texts.map(nameKey)}::text[]) as called (text, key)`);
}
