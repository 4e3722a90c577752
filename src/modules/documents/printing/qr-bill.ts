import { z } from 'zod';

/** The QR-bill of a document with a Swiss account, or the reason why it has none. */
export const QrBill = z
  .object({
    reference: z
      .string()
      .nullable()
      .describe('Reference that payments quote, without spaces; search finds the document by it.'),
    reference_type: z.enum(['QRR', 'SCOR', 'NON']),
    problem: z
      .string()
      .nullable()
      .describe('Why the PDF has no payment part: a problem with the account, addresses or reference.'),
  })
  .describe('Issued payment requests only, with a bank account in Switzerland or Liechtenstein.');
export type QrBill = z.output<typeof QrBill>;
