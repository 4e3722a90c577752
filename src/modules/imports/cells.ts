/** Parses cells into input of operations.  What cannot be read stays, and is refused there. */

/** `15 %` is 15. */
export function percentIn(text: string | undefined): string | undefined {
  return text?.replace(/\s*%$/, '');
}

/** `0.15` is 15: the digits move, nothing is computed. */
export function percentOfFraction(text: string | undefined): string | undefined {
  if (text === undefined || text.includes('%')) return percentIn(text);
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return text;
  const [, whole = '0', decimals = ''] = match;
  const digits = decimals.padEnd(2, '0');
  const rest = digits.slice(2).replace(/0+$/, '');
  const percent = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  return rest === '' ? percent : `${percent}.${rest}`;
}

export function isZero(text: string | undefined): boolean {
  return text === undefined || /^0*(\.0*)?$/.test(text);
}

const yes = new Set(['yes', 'y', 'true', '1', 'x', 'taxable']);
const no = new Set(['no', 'n', 'false', '0', '', 'none']);

/** Undefined where the cell says neither. */
export function truthIn(text: string | undefined): boolean | undefined {
  const word = text?.toLowerCase();
  return word === undefined ? undefined : yes.has(word) ? true : no.has(word) ? false : undefined;
}

/** Tags stand in one cell, with commas or semicolons between them. */
export function tagsIn(text: string | undefined): string[] | undefined {
  return text
    ?.split(/[,;]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
