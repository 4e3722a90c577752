import type { InvoiceParty } from '../model.ts';

/** Schemes of Peppol whose ids are VAT ids, by the country of these. */
const vatSchemes: Readonly<Record<string, string>> = {
  AD: '9922',
  AL: '9923',
  AT: '9914',
  BA: '9924',
  BE: '9925',
  BG: '9926',
  CH: '9927',
  CY: '9928',
  CZ: '9929',
  DE: '9930',
  EE: '9931',
  EL: '9933',
  ES: '9920',
  FI: '0213',
  FR: '9957',
  GB: '9932',
  HR: '9934',
  HU: '9910',
  IE: '9935',
  IT: '0211',
  LI: '9936',
  LT: '9937',
  LU: '9938',
  LV: '9939',
  MC: '9940',
  ME: '9941',
  MK: '9942',
  MT: '9943',
  NL: '9944',
  PL: '9945',
  PT: '9946',
  RO: '9947',
  RS: '9948',
  SI: '9949',
  SK: '9950',
  SM: '9951',
  TR: '9952',
  VA: '9953',
};

/** Countries whose companies are found by the number in their VAT id. */
const numbersInVatIds: Readonly<Record<string, readonly [scheme: string, number: RegExp]>> = {
  DK: ['0184', /^DK[0-9]{8}/],
  NO: ['0192', /(?<=^NO)[0-9]{9}/],
  SE: ['0007', /(?<=^SE)[0-9]{10}/],
};

/** Example of a Peppol id for a party: by its VAT id, under which most are registered, or any. */
export function peppolIdExample({ vatId }: InvoiceParty): string {
  const country = vatId?.slice(0, 2) ?? '';
  const [register, pattern] = numbersInVatIds[country] ?? [];
  const scheme = vatSchemes[country] ?? register;
  const value = pattern === undefined ? vatId : pattern.exec(vatId ?? '')?.[0];
  if (scheme === undefined || value === undefined || value === null) {
    return 'such as 0088 and a GLN, or 9930 and a German VAT id';
  }
  return `such as ${scheme} and ${value} if it is registered by its VAT id`;
}
