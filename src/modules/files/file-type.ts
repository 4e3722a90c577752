/** Kinds of content that are kept, and the endings that their names may have; the first is the usual one. */
const endings = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/heic': ['heic', 'heif', 'hif'],
  'application/xml': ['xml'],
  'text/plain': ['txt', 'md', 'csv', 'log'],
  'font/ttf': ['ttf'],
  'font/otf': ['otf'],
} as const satisfies Record<string, readonly string[]>;

export type FileType = keyof typeof endings;

// The object is written above, so its keys are exactly these.
export const fileTypes = Object.keys(endings) as [FileType, ...FileType[]];

const nameLengthMax = 255;

/**
 * Characters that reverse a name or are invisible: `receipt\u202Efdp.exe` reads as a PDF. Joiners stay, since names in
 * many scripts need them.
 */
const deceptive = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff]/u;
const everyDeceptive = new RegExp(deceptive.source, 'gu');

/** True for a name without a path and without deceptive characters. */
export function isPlainName(name: string): boolean {
  return !/[/\\]/.test(name) && !deceptive.test(name) && !/^\.*$/.test(name);
}

/** The name in what a browser sent as one, which may be a path; undefined where none is left. */
export function plainNameOf(sent: string | undefined): string | undefined {
  const last = (sent ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = last.replaceAll(everyDeceptive, '').normalize('NFC').trim().slice(0, nameLengthMax).toWellFormed();
  return /^\.*$/.test(name) ? undefined : name;
}

/** The name with an ending that fits the content: who opens `receipt.html` on their disk opens a page. */
export function nameFor(name: string, type: FileType): string {
  const allowed: readonly string[] = endings[type];
  const ending = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase();
  if (ending !== undefined && allowed.includes(ending)) return name;
  const added = `.${allowed[0]}`;
  return `${name.slice(0, nameLengthMax - added.length).toWellFormed()}${added}`;
}
