/** Kosovo, which ISO leaves out: `XK` as all the world writes it, and another code in the list that e-invoices have. */
export const kosovo = { code: 'XK', onInvoices: '1A' };

/** The code of a country as an e-invoice writes it. */
export function writtenCountry(country: string | null): string | null {
  return country === kosovo.code ? kosovo.onInvoices : country;
}

export function readCountry(country: string | null): string | null {
  return country === kosovo.onInvoices ? kosovo.code : country;
}
