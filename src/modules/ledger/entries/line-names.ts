import { sql } from '../../../db/sql.ts';
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

export type LineNames = {
  readonly parties: ReadonlyMap<string, NamedParty>;
  readonly rates: ReadonlyMap<string, NamedRate>;
};

type Named = { readonly clients: readonly (string | null)[]; readonly rates: readonly (string | null)[] };

/** Clients, suppliers and tax rates that many lines name, each looked up once. */
export async function lineNames(
  { db, organization }: Pick<Context, 'db' | 'organization'>,
  { clients, rates }: Named,
): Promise<LineNames> {
  const [clientIds, rateIds] = [idsIn(clients), idsIn(rates)];
  const [parties, taxes] = await Promise.all([
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
  ]);
  return {
    parties: new Map(parties.map((party) => [party.id, party])),
    rates: new Map(taxes.map((rate) => [rate.rateId, rate])),
  };
}

function idsIn(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
