import { type Sql, sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import type { Client } from './client.ts';
import { loadClientsIn } from './store.ts';
import { taxIdKeysOf } from '../../wire/tax-id.ts';

/** The clients that have one of these tax ids, whatever type they are kept as. */
export function loadClientsWithTaxIds(
  context: Context,
  values: readonly string[],
): Promise<ReadonlyMap<string, Client>> {
  return loadClientsIn(context, idsWithTaxIds(context.organization, values));
}

/** Their ids, as an array in a statement. */
export function idsWithTaxIds(organization: string, values: readonly string[]): Sql {
  return sql`array(
    select client_id from client_tax_ids
    where organization_id = ${organization} and key = any(${values.flatMap(taxIdKeysOf)}::text[]))`;
}
