import { z } from 'zod';

/** What its pages carry where its account is Swiss, or why they do not. */
export const QrBill = z
  .object({
    reference: z
      .string()
      .nullable()
      .describe('What payments name, without spaces; the search finds the document by it.'),
    reference_type: z.enum(['QRR', 'SCOR', 'NON']),
    problem: z
      .string()
      .nullable()
      .describe('What of account, addresses or reference keeps a payment part off its pages.'),
  })
  .describe('Of what asks for money, once issued, with an account in Switzerland or Liechtenstein.');
export type QrBill = z.output<typeof QrBill>;
