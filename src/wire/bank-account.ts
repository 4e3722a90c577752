import { z } from 'zod';
import { isIban } from '../core/iban.ts';
import { Text } from './text.ts';

/** Bank account for payments: all fields present, null where empty. */
export const BankAccount = z.object({
  holder: z.string().nullable(),
  iban: z.string().nullable(),
  account_number: z.string().nullable(),
  bic: z.string().nullable(),
  bank_name: z.string().nullable(),
});
export type BankAccount = z.output<typeof BankAccount>;

export const Iban = z
  .string()
  .max(50)
  .transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
  .refine(isIban, { error: 'Write an IBAN with correct check digits, such as "DE02 1203 0000 0000 2020 51".' });

export const Bic = z
  .string()
  .max(20)
  .transform((text) => text.replaceAll(/\s/g, '').toUpperCase())
  .refine((bic) => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic), {
    error: 'Write a BIC of 8 or 11 characters, such as "BYLADEM1001".',
  });

/** An account as it is written, as a whole: what is left out is empty. */
export const BankAccountInput = z
  .strictObject({
    holder: Text(100).nullable().default(null).describe('Defaults to the organisation.'),
    iban: Iban.nullable().default(null),
    account_number: Text(40).nullable().default(null).describe('For accounts without an IBAN.'),
    bic: Bic.nullable().default(null),
    bank_name: Text(100).nullable().default(null),
  })
  .refine(({ iban, account_number: number }) => (iban === null) !== (number === null), {
    path: ['iban'],
    error: 'Write an IBAN, or an account number if there is none.',
  });
