import type { Invoice, InvoiceLine, InvoiceParty } from './model.ts';

/** Leaves out what the profile BASIC of Factur-X has no place for; nothing of it moves a total. */
export function basicOf(invoice: Invoice): Invoice {
  return {
    ...invoice,
    taxPoint: null,
    references: { ...invoice.references, project: null, sale: null },
    seller: basicParty(invoice.seller),
    buyer: basicParty(invoice.buyer),
    payment: {
      ...invoice.payment,
      means: invoice.payment.means.map((mean) => ({
        ...mean,
        label: null,
        card: null,
        account: mean.account === null ? null : { ...mean.account, name: null, bic: null },
      })),
    },
    attachments: [],
    lines: invoice.lines.map(basicLine),
  };
}

function basicParty(party: InvoiceParty): InvoiceParty {
  return { ...party, contact: null, legalNote: null };
}

function basicLine(line: InvoiceLine): InvoiceLine {
  return {
    ...line,
    description: null,
    sellerItemId: null,
    buyerItemId: null,
    classifications: [],
    originCountry: null,
    properties: [],
    orderLine: null,
    buyerAccounting: null,
  };
}
