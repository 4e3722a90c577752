import { z } from 'zod';
import { CountryCode, sent, Text } from '../../wire/index.ts';

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

const Line = Text(200).nullable().optional();

export const AddressInput = z
  .strictObject({
    line1: Line,
    line2: Line,
    city: Line,
    region: Line,
    postal_code: Text(20).nullable().optional(),
    country: CountryCode.nullable().optional(),
  })
  .refine((address) => Object.values(address).some((line) => typeof line === 'string'), {
    error: 'Write at least one line of the address, or null for none.',
  });
export type AddressInput = z.output<typeof AddressInput>;

const blank: Address = { line1: null, line2: null, city: null, region: null, postal_code: null, country: null };

export function addressFrom(input: AddressInput): Address {
  return { ...blank, ...sent(input) };
}
