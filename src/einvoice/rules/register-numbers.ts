import { barcodeType } from '../../core/barcode.ts';
import type { Invoice, InvoiceParty, Scheme } from '../model.ts';
import type { Report } from './finding.ts';

type Register = { readonly rule: string; readonly name: string; readonly has: (number: string) => boolean };

/** Registers by their code of ISO/IEC 6523, whose numbers Peppol checks by their last digits. */
const registers: ReadonlyMap<string, Register> = new Map([
  ['0088', { rule: 'PEPPOL-COMMON-R040', name: 'GLN', has: (number) => barcodeType(number) === 'gtin_13' }],
  ['0192', { rule: 'PEPPOL-COMMON-R041', name: 'Norwegian organisation number', has: isNorwegian }],
  ['0184', { rule: 'PEPPOL-COMMON-R042', name: 'Danish CVR number', has: (number) => /^DK[0-9]{8}$/.test(number) }],
  ['0208', { rule: 'PEPPOL-COMMON-R043', name: 'Belgian enterprise number', has: isBelgian }],
  ['0007', { rule: 'PEPPOL-COMMON-R049', name: 'Swedish organisation number', has: isSwedish }],
  ['0151', { rule: 'PEPPOL-COMMON-R050', name: 'Australian business number', has: isAustralian }],
]);

export function checkRegisterNumbers({ seller, buyer }: Invoice, error: Report): void {
  checkParty(seller, '/seller', error);
  checkParty(buyer, '/buyer', error);
}

function checkParty({ electronicAddress, registration, ids }: InvoiceParty, at: string, error: Report): void {
  checkNumber(electronicAddress, `${at}/electronicAddress`, error);
  checkNumber(registration, `${at}/registration`, error);
  for (const [index, id] of ids.entries()) checkNumber(id, `${at}/ids/${index}`, error);
}

function checkNumber(id: Scheme | null, at: string, error: Report): void {
  const register = registers.get(id?.scheme ?? '');
  if (id === null || register === undefined || register.has(id.value)) return;
  error(register.rule, {
    pointer: `${at}/value`,
    message: `"${id.value}" is no ${register.name}: its check digits are wrong.`,
    remedy: `Write the ${register.name} without spaces, or another scheme.`,
  });
}

/** Eight digits that weigh 2 to 7 from the right, and again 2, 3; a ninth makes them a multiple of eleven. */
export function isNorwegian(number: string): boolean {
  if (!/^[0-9]{9}$/.test(number)) return false;
  const digits = Array.from(number, Number);
  const weighed = digits
    .slice(0, 8)
    .toReversed()
    .map((digit, index) => digit * ((index % 6) + 2));
  const sum = weighed.reduce((before, digit) => before + digit, 0);
  return (11 - (sum % 11)) % 11 === digits[8];
}

function isBelgian(number: string): boolean {
  if (!/^[01][0-9]{9}$/.test(number)) return false;
  return 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8));
}

/** Ten digits by the formula of Luhn: from the right every second one doubled, and its own digits added. */
function isSwedish(number: string): boolean {
  if (!/^[0-9]{10}$/.test(number)) return false;
  const weighed = Array.from(number, Number).map((digit, index) => {
    const twice = index % 2 === 0 ? digit * 2 : digit;
    return twice > 9 ? twice - 9 : twice;
  });
  return weighed.reduce((before, digit) => before + digit, 0) % 10 === 0;
}

const australianWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

function isAustralian(number: string): boolean {
  if (!/^[0-9]{11}$/.test(number)) return false;
  const digits = Array.from(number, Number);
  const sum = australianWeights.reduce(
    (before, weight, index) => before + weight * ((digits[index] ?? 0) - (index === 0 ? 1 : 0)),
    0,
  );
  return sum % 89 === 0;
}
