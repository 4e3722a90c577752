import { z } from 'zod';
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

const line = () => Text(200).nullable().default(null);

/** An address as it is written, as a whole: what is left out is empty. */
export const AddressInput = z
  .strictObject({
    line1: line(),
    line2: line(),
    city: line(),
    region: line(),
    postal_code: Text(20).nullable().default(null),
    country: CountryCode.nullable().default(null),
  })
  .refine((address) => Object.values(address).some((text) => text !== null), {
    error: 'Write at least one line of the address, or null for none.',
  });
