/** GTIN-8 (EAN-8), GTIN-12 (UPC-A), GTIN-13 (EAN-13) and GTIN-14. */
export type BarcodeType = 'gtin_8' | 'gtin_12' | 'gtin_13' | 'gtin_14';

const typesByLength: ReadonlyMap<number, BarcodeType> = new Map([
  [8, 'gtin_8'],
  [12, 'gtin_12'],
  [13, 'gtin_13'],
  [14, 'gtin_14'],
]);

/** The kind of GTIN by its length; undefined for a wrong length, character or check digit. */
export function barcodeType(text: string): BarcodeType | undefined {
  const type = typesByLength.get(text.length);
  if (type === undefined || !/^[0-9]+$/.test(text)) return undefined;
  return text.endsWith(checkDigit(text.slice(0, -1))) ? type : undefined;
}

export function isBarcode(text: string): boolean {
  return barcodeType(text) !== undefined;
}

/** The digit that follows these: from the right they weigh 3, 1, 3 …, and all together sum to a multiple of ten. */
export function checkDigit(digits: string): string {
  let total = 0;
  for (let fromRight = 1; fromRight <= digits.length; fromRight++) {
    const digit = Number(digits[digits.length - fromRight]);
    total += fromRight % 2 === 1 ? digit * 3 : digit;
  }
  return String((10 - (total % 10)) % 10);
}
