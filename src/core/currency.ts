/**
 * Digits of the minor unit, as ISO 4217 list one has them and not as locale data has them: CLDR gives ISK, IQD and
 * ALL digits of convenience, and books rounded by those would not match a bank's.
 */
const codesByDigits: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY
      COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
      INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR
      MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP
      STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** Withdrawn since 2020. New books cannot choose them, but imported history still has to be read. */
const withdrawnCodes = 'ANG BGN CUC HRK SLL ZWL';

const digitsByCode: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByDigits).flatMap(([digits, codes]) => listed(codes).map((code) => [code, Number(digits)])),
);
const digitsOfWithdrawn: ReadonlyMap<string, number> = new Map(listed(withdrawnCodes).map((code) => [code, 2]));

/** Every ISO 4217 code in use that has a minor unit, in alphabetical order; metals, test and fund codes have none. */
export const currencies: readonly string[] = Array.from(digitsByCode.keys()).toSorted();

/** Decimals of the currency, or undefined for a code that is not a currency. */
export function minorDigits(code: string): number | undefined {
  return digitsByCode.get(code) ?? digitsOfWithdrawn.get(code);
}

/** Unit prices are kept in millionths of a minor unit: six decimals beyond the currency's own. */
export const unitPriceExtraDigits = 6;

/** The scale of a unit price in this currency, or undefined as for {@link minorDigits}. */
export function unitPriceScale(code: string): number | undefined {
  const digits = minorDigits(code);
  return digits === undefined ? undefined : digits + unitPriceExtraDigits;
}

function listed(codes: string): string[] {
  return codes.split(/\s+/);
}
