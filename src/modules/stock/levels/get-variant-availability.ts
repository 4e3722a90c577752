import { z } from 'zod';
import { powerOfTen, quantityScale } from '../../../core/decimal.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id, SignedQuantity } from '../../../wire/index.ts';

const one = powerOfTen(quantityScale);

export const Availability = z.object({
  id: Id('variant'),
  available: SignedQuantity.nullable().describe('Across all locations; null if stock is not tracked.'),
  limited_by: z.array(Id('variant')).describe('Of a bundle: the components that limit availability.'),
  locations: z.array(z.object({ location_id: Id('location'), name: z.string(), available: SignedQuantity })),
});

type Part = {
  readonly variant_id: string;
  readonly needed: bigint;
  readonly is_tracked: boolean;
  readonly is_bundle: boolean;
  readonly location_id: string;
  readonly location_name: string;
  readonly available: bigint;
};

export const getVariantAvailability = operation({
  name: 'get_variant_availability',
  summary: 'Get the available stock of a variant, in total and by location; for bundles, how many fit.',
  http: 'GET /variants/{id}/availability',
  effect: 'read',
  permission: 'stock:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('variant') }),
  output: Availability,
  refuses: [notFound],
  async run(context, { id }) {
    const found = await readAvailability(context, sql`${id}`);
    if (found === undefined) throw notFound();
    return { id, ...found };
  },
});

type Available = Omit<z.output<typeof Availability>, 'id'>;

/** Of the variant with an id that the statement finds; undefined where there is none. */
export async function readAvailability({ db, organization }: Context, id: Sql): Promise<Available | undefined> {
  const parts = await db.many<Part>(sql`
      -- Itself or its components, before they are looked up: no index finds what an expression is equal to here.
      with needed as materialized (
        select coalesce(part.variant_id, asked.id) as id, part.quantity
        from variants_in_stock asked
        left join bundle_parts part on part.organization_id = asked.organization_id and part.bundle_id = asked.id
        where asked.organization_id = ${organization} and asked.id = ${id})
      select item.id as variant_id, coalesce(needed.quantity, ${one})::bigint as needed,
        item.track_inventory as is_tracked, needed.quantity is not null as is_bundle, place.id as location_id,
        place.name as location_name, coalesce(level.on_hand - level.reserved, 0)::bigint as available
      from needed
      join variants_in_stock item on item.organization_id = ${organization} and item.id = needed.id
      join locations place on place.organization_id = item.organization_id and place.archived_at is null
      left join stock_levels level on level.organization_id = item.organization_id
        and level.location_id = place.id and level.variant_id = item.id
      order by place.name, place.id, item.id`);
  if (parts.length === 0) return undefined;
  return availabilityOf(parts.filter((part) => part.is_tracked));
}

/** Of each location the component that allows least; a bundle is made up where all its components lie. */
function availabilityOf(parts: readonly Part[]): Available {
  if (parts.length === 0) return { available: null, limited_by: [], locations: [] };
  const locations = [...Map.groupBy(parts, (part) => part.location_id)].map(([locationId, there]) => ({
    location_id: locationId,
    name: there[0]?.location_name ?? '',
    available: least(there.map(allowed)),
  }));
  const everywhere = [...Map.groupBy(parts, (part) => part.variant_id).values()].map((ofVariant) => ({
    ofVariant,
    allows: ofVariant.reduce((sum, part) => sum + allowed(part), 0n),
  }));
  const fewest = least(everywhere.map(({ allows }) => allows));
  const scarce = everywhere.filter(({ allows, ofVariant }) => allows === fewest && ofVariant[0]?.is_bundle === true);
  return {
    available: locations.reduce((sum, place) => sum + place.available, 0n),
    limited_by: scarce.flatMap(({ ofVariant }) => ofVariant[0]?.variant_id ?? []),
    locations,
  };
}

/** Whole bundles that the stock of a component allows; for other variants, the available quantity. */
function allowed({ available, needed, is_bundle: isBundle }: Part): bigint {
  if (!isBundle) return available;
  return available <= 0n ? 0n : (available / needed) * one;
}

function least(amounts: readonly bigint[]): bigint {
  return amounts.reduce((fewest, amount) => (amount < fewest ? amount : fewest));
}
