import { z } from 'zod';
import { clearable, sent } from './patch.ts';
import { CountryCode, Text } from './text.ts';

/** A postal address as it is shown: every field there, null where empty. */
export const Address = z.object({
  line1: z.string().nullable(),
  line2: z.string().nullable(),
  city: z.string().nullable(),
  region: z.string().nullable(),
  postal_code: z.string().nullable(),
  country: z.string().nullable(),
});
export type Address = z.output<typeof Address>;

const lines = {
  line1: Text(200),
  line2: Text(200),
  city: Text(200),
  region: Text(200),
  postal_code: Text(20),
  country: CountryCode,
};

const line = () => lines.line1.nullable().default(null);

/** An address as it is written, as a whole: what is left out is empty. */
export const AddressInput = z
  .strictObject({
    line1: line(),
    line2: line(),
    city: line(),
    region: line(),
    postal_code: lines.postal_code.nullable().default(null),
    country: lines.country.nullable().default(null),
  })
  .refine((address) => Object.values(address).some((text) => text !== null), {
    error: 'Write at least one line of the address, or null for none.',
  });

/** An address of an update, which changes what it says and no more: whoever sends a new street keeps the city. */
export const AddressPatch = z
  .strictObject(clearable(lines))
  .describe(
    'Fields left out stay; null clears one. For a new address send every field. Null clears the whole address.',
  );
export type AddressPatch = z.output<typeof AddressPatch>;

const blank: Address = { line1: null, line2: null, city: null, region: null, postal_code: null, country: null };

/** The address as it will be: undefined keeps it, null empties it, and one without any line is none. */
export function changedAddress(current: Address | null, patch: AddressPatch | null | undefined): Address | null {
  if (patch === undefined) return current;
  if (patch === null) return null;
  const next: Address = { ...(current ?? blank), ...sent(patch) };
  return Object.values(next).every((text) => text === null) ? null : next;
}
