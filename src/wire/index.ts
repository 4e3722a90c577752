export { Address, AddressInput, AddressPatch, changedAddress } from './address.ts';
export * from './amount.ts';
export { BankAccount, BankAccountInput, Bic, Iban } from './bank-account.ts';
export { EarlyDiscountTerm, EarlyDiscountTerms, millionths } from './early-discount.ts';
export * from './e-invoicing.ts';
export * from './foreign.ts';
export {
  contentTypesOf,
  EInvoiceOutput,
  AnyFileOutput,
  FileOutput,
  ImageOutput,
  ThumbnailOutput,
  isFile,
  OrFile,
  PagesOutput,
  PdfOutput,
  RowsOutput,
  XmlOutput,
  ZipOutput,
  recordIn,
} from './file.ts';
export { AnyId, anyPrefix, Id, idIn, kindOf, type Prefixed, prefixes, prefixOf, prefixOfExample } from './id.ts';
export { clearable, sent } from './patch.ts';
export * from './record.ts';
export { isSalesTaxId, plainTaxId, TaxId, TaxIdInputs } from './tax-id.ts';
export * from './text.ts';
