import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';

export type NamedParty = { readonly id: string; readonly number: string | null; readonly name: string };

export type NamedRate = {
  readonly rateId: string;
  /** Its code, else its name. */
  readonly code: string;
  /** Millionths of a percent. */
  readonly percentage: bigint;
  readonly kind: 'standard' | 'withholding' | 'reverse_charge';
  readonly category: string;
};

export type NamedValue = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** Name of its dimension, and the place of that among all, from 1. */
  readonly dimension: string;
  readonly place: number;
};

export type LineNames = {
  readonly parties: ReadonlyMap<string, NamedParty>;
  readonly rates: ReadonlyMap<string, NamedRate>;
  readonly values: ReadonlyMap<string, NamedValue>;
};

type Named = {
  readonly clients: readonly (string | null)[];
  readonly rates: readonly (string | null)[];
  readonly values?: readonly string[];
};

/** Clients, suppliers, tax rates and values of dimensions that many lines name, each looked up once. */
export async function lineNames(
  { db, organization }: Pick<Context, 'db' | 'organization'>,
  { clients, rates, values: named = [] }: Named,
): Promise<LineNames> {
  const [clientIds, rateIds, valueIds] = [idsIn(clients), idsIn(rates), idsIn(named)];
  const [parties, taxes, values] = await Promise.all([
    clientIds.length === 0
      ? []
      : db.many<NamedParty>(sql`
          select id, number, name from report_clients
          where organization_id = ${organization} and id = any(${clientIds}::uuid[])`),
    rateIds.length === 0
      ? []
      : db.many<NamedRate>(sql`
          select id as "rateId", coalesce(code, name) as code, percentage, kind, category from report_tax_rates
          where organization_id = ${organization} and id = any(${rateIds}::uuid[])`),
    valueIds.length === 0
      ? []
      : db.many<NamedValue>(sql`
          select value.id, value.code, value.name, dimension.name as dimension, dimension.place
          from report_dimension_values as value
          join ${dimensionPlaces(organization)} as dimension on dimension.id = value.dimension_id
          where value.organization_id = ${organization} and value.id = any(${valueIds}::uuid[])
          order by dimension.place, value.code_key`),
  ]);
  return {
    parties: new Map(parties.map((party) => [party.id, party])),
    rates: new Map(taxes.map((rate) => [rate.rateId, rate])),
    values: new Map(values.map((value) => [value.id, value])),
  };
}

/** Dimensions with their places among all, from 1: formats know them by these. */
export function dimensionPlaces(organization: string): Sql {
  return sql`(
    select id, name, row_number() over (order by id)::int as place from report_dimensions
    where organization_id = ${organization})`;
}

function idsIn(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
