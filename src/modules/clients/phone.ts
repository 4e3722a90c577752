const phoneDigits = { min: 3, max: 20 };

/**
 * A phone number for comparing: E.164 where the country code is written, else the digits alone; null where there are
 * too few or too many. `+49 (0)30 12` is dialled without the zero in brackets.
 */
export function normalizedPhone(phone: string): string | null {
  const international = /^(\+|00)/.test(phone);
  const digits = phone.replaceAll('(0)', '').replaceAll(/\D/g, '').replace(/^00/, '');
  if (digits.length < phoneDigits.min || digits.length > phoneDigits.max) return null;
  return international ? `+${digits}` : digits;
}
