import { z } from 'zod';
import { Text } from './text.ts';

/** Format of an e-invoice: a specification and, where it has two, its syntax. */
export const eInvoiceFormats = [
  ...(['xrechnung-ubl', 'xrechnung-cii', 'peppol', 'en16931-ubl', 'en16931-cii', 'facturx'] as const),
] as const;
export type EInvoiceFormat = (typeof eInvoiceFormats)[number];

/** Address of delivery in an e-invoice network. */
export const ElectronicAddress = z.object({ scheme: z.string(), value: z.string() });

const ElectronicAddressInput = z.strictObject({
  scheme: z
    .string()
    .max(4)
    .regex(/^([0-9]{4}|[A-Z]{2})$/, { error: 'Write a code of the EAS list, such as "0204", "9930" or "EM".' }),
  value: Text(100),
});

const ownFields = {
  format: z.enum(eInvoiceFormats).nullable(),
  address: ElectronicAddress.nullable(),
};
const ownInput = {
  format: z
    .enum(eInvoiceFormats)
    .nullable()
    .optional()
    .describe(
      'Issuing is refused unless the invoice is valid in this format; with `facturx` it is embedded in the PDF.',
    ),
  address: ElectronicAddressInput.nullable()
    .optional()
    .describe('Address in the Peppol network, or an e-mail address as scheme EM.'),
};

/** Defaults of an organisation for sending e-invoices. */
export const SellerEInvoicing = z.object({ ...ownFields, contact_name: z.string().nullable() });
export const SellerEInvoicingInput = z.strictObject({
  ...ownInput,
  contact_name: Text(100)
    .nullable()
    .optional()
    .describe('Contact for questions about invoices. Defaults to the organisation.'),
});

/** E-invoice settings of a client. */
export const BuyerEInvoicing = z.object({ ...ownFields, buyer_reference: z.string().nullable() });
export const BuyerEInvoicingInput = z.strictObject({
  ...ownInput,
  buyer_reference: Text(100).nullable().optional().describe('Default for invoices without one, such as a Leitweg-ID.'),
});
