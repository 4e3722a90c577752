import { isBarcode } from './barcode.ts';
import { inDigits } from './mod97.ts';

/**
 * Check digits of VAT numbers and of numbers of businesses, as the authorities compute them. A number that passes may
 * still be nobody's; one that fails is certainly a slip. Written without its country, blanks and punctuation.
 */
type Rule = (number: string) => boolean;

/** By the two letters of VIES, where Greece is EL and Northern Ireland XI; and by country elsewhere. */
const rules: Readonly<Record<string, Rule>> = {
  AT: (number) => check(10 - ((alternating(number.slice(1, 8)) + 4) % 10), 10) === digit(number, 8),
  BE: (number) => 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8)),
  BG: isBulgarian,
  CY: isCypriot,
  CZ: isCzech,
  DE: isMod1110,
  DK: (number) => weigh(number, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  EE: (number) => weigh(number, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  EL: (number) => (weigh(number, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === digit(number, 8),
  ES: isSpanish,
  FI: (number) => check(11 - (weigh(number, [7, 9, 10, 5, 8, 4, 2]) % 11), 11) === digit(number, 7),
  FR: isFrench,
  HR: isMod1110,
  HU: (number) => check(10 - (weigh(number, [9, 7, 3, 1, 9, 7, 3]) % 10), 10) === digit(number, 7),
  IE: isIrish,
  IT: (number) => alternating(number) % 10 === 0,
  LT: isLithuanian,
  LU: (number) => Number(number.slice(0, 6)) % 89 === Number(number.slice(6)),
  LV: isLatvian,
  MT: (number) => weigh(number, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0,
  NL: isDutch,
  PL: (number) => weigh(number, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === digit(number, 9),
  PT: (number) => last(11 - (weigh(number, falling) % 11)) === digit(number, 8),
  RO: isRomanian,
  SE: (number) => alternating(number.slice(0, 10), 2) % 10 === 0,
  SI: (number) => last(11 - (weigh(number, [8, 7, 6, 5, 4, 3, 2]) % 11), 10) === digit(number, 7),
  SK: (number) => BigInt(number) % 11n === 0n,
  XI: isBritish,
  GB: isBritish,
  CH: (number) => check(11 - (weigh(number, [5, 4, 3, 2, 7, 6, 5, 4]) % 11), 11) === digit(number, 8),
  NO: (number) => check(11 - (weigh(number, [3, 2, 7, 6, 5, 4, 3, 2]) % 11), 11) === digit(number, 8),
  AU: (number) => (weigh(number, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0,
  NZ: (number) => (number.length === nzbnLength ? isBarcode(number) : isNewZealand(number)),
};

/** A New Zealand Business Number is one of the numbers of GS1, as barcodes are; GST has a shorter one. */
const nzbnLength = 13;

/** True for right check digits, and for countries whose rule is unknown. */
export function hasRightCheckDigits(country: string, number: string): boolean {
  return rules[country]?.(number) ?? true;
}

const falling = [9, 8, 7, 6, 5, 4, 3, 2];

function digit(number: string, at: number): number {
  return Number(number[at]);
}

function weigh(number: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * digit(number, at), 0);
}

/** A check that comes out as its modulus is zero. */
function check(value: number, modulus: number): number {
  return value === modulus ? 0 : value;
}

/** One of two digits is zero; `never` is one that is given to nobody. */
function last(value: number, zero = 11): number {
  return value === zero || value === 10 ? 0 : value;
}

/** Every second digit doubled, with its digits added: as on cards. */
function alternating(number: string, from = 1): number {
  return Array.from(number).reduce((sum, char, at) => {
    const doubled = Number(char) * (at % 2 === from % 2 ? 2 : 1);
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
}

/** ISO 7064, MOD 11,10. */
function isMod1110(number: string): boolean {
  let product = 10;
  for (const char of number.slice(0, -1)) {
    const sum = (Number(char) + product) % 10;
    product = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return (11 - product) % 10 === Number(number.at(-1));
}

function isBulgarian(number: string): boolean {
  if (number.length === 9) {
    const first = weigh(number, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
    const second = weigh(number, [3, 4, 5, 6, 7, 8, 9, 10]) % 11;
    return (first === 10 ? second % 10 : first) === digit(number, 8);
  }
  const citizen = (weigh(number, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10;
  const foreigner = weigh(number, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10;
  const other = check(11 - (weigh(number, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11), 11);
  return [citizen, foreigner, other].includes(digit(number, 9));
}

function isCypriot(number: string): boolean {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
  const sum = Array.from(number.slice(0, 8)).reduce((total, char, at) => {
    return total + (at % 2 === 0 ? (odd[Number(char)] ?? 0) : Number(char));
  }, 0);
  return !number.startsWith('12') && String.fromCharCode(65 + (sum % 26)) === number[8];
}

/** Of nine digits are people born before 1954, who have no check digit. */
function isCzech(number: string): boolean {
  if (number.length === 9) return true;
  if (number.length === 10) {
    const rest = Number(number.slice(0, 9)) % 11;
    return Number(number) % 11 === 0 || (rest === 10 && number.endsWith('0'));
  }
  return (11 - (weigh(number, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === digit(number, 7);
}

const spanish = 'TRWAGMYFPDXBNJZSQVHLCKE';

function isSpanish(number: string): boolean {
  const [first = '', control] = [number[0], number[8] ?? ''];
  const digits = number.slice(1, 8);
  if (/^[0-9XYZKLM]/.test(first)) {
    const leading = 'XYZ'.includes(first) ? String('XYZ'.indexOf(first)) : 'KLM'.includes(first) ? '' : first;
    return /^[0-9]{7}$/.test(digits) && spanish[Number(leading + digits) % 23] === control;
  }
  if (!/^[A-HJNP-SUVW]$/.test(first) || !/^[0-9]{7}$/.test(digits)) return false;
  const sum = (10 - (alternating(digits, 0) % 10)) % 10;
  return control === String(sum) || control === 'JABCDEFGHI'[sum];
}

const french = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function isFrench(number: string): boolean {
  const [key, siren] = [number.slice(0, 2), number.slice(2)];
  if (/^[0-9]{2}$/.test(key)) return Number(`${siren}12`) % 97 === Number(key);
  const [first, second] = [french.indexOf(key[0] ?? ''), french.indexOf(key[1] ?? '')];
  const value = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
  return (Number(siren) + 1 + Math.floor(value / 11)) % 11 === value % 11;
}

/** Older numbers have their second sign where newer ones have a digit, and newer ones may end in another letter. */
function isIrish(number: string): boolean {
  const isOld = !/^[0-9]{7}/.test(number);
  const digits = isOld ? `0${number.slice(2, 7)}${number.slice(0, 1)}` : number.slice(0, 7);
  const extra = isOld || number.length === 8 ? 0 : Math.max(0, 'WABCDEFGHIJKLMNOPQRSTUV'.indexOf(number[8] ?? ''));
  const sum = weigh(digits, [8, 7, 6, 5, 4, 3, 2]) + 9 * extra;
  return 'WABCDEFGHIJKLMNOPQRSTUV'[sum % 23] === number[7];
}

function isLithuanian(number: string): boolean {
  const body = number.slice(0, -1);
  const first =
    weigh(
      body,
      Array.from(body, (_, at) => 1 + (at % 9)),
    ) % 11;
  const second =
    weigh(
      body,
      Array.from(body, (_, at) => 1 + ((at + 2) % 9)),
    ) % 11;
  return (first === 10 ? second % 10 : first) === Number(number.at(-1));
}

/** Companies begin with 4 or above; people with the day of their birth, or since 2017 with 32 and no check digit. */
function isLatvian(number: string): boolean {
  if (digit(number, 0) > 3) return weigh(number, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3;
  if (number.startsWith('32')) return true;
  return ((1 + weigh(number, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === digit(number, 10);
}

/** Of companies by eleven; of people, since 2020, by 97 over the whole number with its country. */
function isDutch(number: string): boolean {
  const isCompany = /^[0-9]{9}B/.test(number) && (weigh(number, falling) - digit(number, 8)) % 11 === 0;
  const whole = `NL${number}`.replaceAll('+', '36').replaceAll('*', '37');
  return isCompany || BigInt(inDigits(whole)) % 97n === 1n;
}

function isRomanian(number: string): boolean {
  const body = number.slice(0, -1).padStart(9, '0');
  return ((10 * weigh(body, [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) % 10 === Number(number.at(-1));
}

/** Of government departments and health authorities there is no check digit but a range. */
function isBritish(number: string): boolean {
  if (number.startsWith('GD')) return Number(number.slice(2)) < 500;
  if (number.startsWith('HA')) return Number(number.slice(2)) >= 500;
  const sum = weigh(number, [8, 7, 6, 5, 4, 3, 2]) + Number(number.slice(7, 9));
  return [0, 42, 55].includes(sum % 97);
}

function isNewZealand(number: string): boolean {
  const whole = number.padStart(9, '0');
  const first = check(11 - (weigh(whole, [3, 2, 7, 6, 5, 4, 3, 2]) % 11), 11);
  const second = check(11 - (weigh(whole, [7, 4, 3, 2, 5, 2, 7, 6]) % 11), 11);
  return Number(whole) >= 10_000_000 && (first === 10 ? second : first) === digit(whole, 8);
}

/** The two letters are those of VIES, where Greece is EL and Northern Ireland XI. */
const euVat: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^[1-9]\d{8}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{9}B[A-Z0-9+*]{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^[1-9]\d{7}$/,
  SK: /^[1-9]\d{9}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

/** The form of an EU VAT number, with its country prefix. */
export function isEuVatNumber(value: string): boolean {
  return euVat[value.slice(0, 2)]?.test(value.slice(2)) ?? false;
}

/** True only for a VAT number with a country prefix, the right form and wrong check digits. */
export function hasWrongCheckDigits(value: string): boolean {
  const plain = value.replaceAll(/[\s./-]/g, '').toUpperCase();
  if (isEuVatNumber(plain)) return !hasRightCheckDigits(plain.slice(0, 2), plain.slice(2));
  const [, swiss] = /^CHE([0-9]{9})(?:MWST|TVA|IVA)?$/.exec(plain) ?? [];
  if (swiss !== undefined) return !hasRightCheckDigits('CH', swiss);
  const [, british] = /^GB([0-9]{9}|[0-9]{12})$/.exec(plain) ?? [];
  return british !== undefined && !hasRightCheckDigits('GB', british);
}
