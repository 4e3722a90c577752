/** Field 86 of MT940 in its three dialects: German subfields, words between slashes, and free text. */
import type { Counterparty } from './model.ts';
import { given, type Remittance, remittanceOf, tidy } from './remittance.ts';

export type SwiftText = Remittance & {
  readonly counterparty: Counterparty;
  readonly endToEndId: string | null;
  readonly customerReference: string | null;
  readonly mandateId: string | null;
  readonly creditorId: string | null;
  readonly references: readonly string[];
  readonly gvc: string | undefined;
  readonly type: string | undefined;
  readonly returnReason: string | null;
};

export function swiftText(text: string): SwiftText {
  const [, gvc, separator] = /^\s*(\d{3})([^\sA-Za-z0-9/])(?=\d{2})/.exec(text) ?? [];
  if (gvc !== undefined && separator !== undefined) return inSubfields(text, { gvc, separator });
  return slashWord.test(unwrapped(text)) ? inSlashes(unwrapped(text)) : { ...free, ...remittanceOf([wrapped(text)]) };
}

const free: Omit<SwiftText, keyof Remittance> = {
  counterparty: { name: null, account: null, bic: null },
  endToEndId: null,
  customerReference: null,
  mandateId: null,
  creditorId: null,
  references: [],
  gvc: undefined,
  type: undefined,
  returnReason: null,
};

/** Lines of a field are cut wherever they are full, so that nothing was between them. */
function unwrapped(text: string): string {
  return text.replaceAll('\n', '');
}

const fullLine = 64;

/** In free text a line may also end on purpose: one that is not full had a word end there. */
function wrapped(text: string): string {
  const lines = text.split('\n');
  return lines.map((line, at) => (line.length >= fullLine || at === lines.length - 1 ? line : `${line} `)).join('');
}

type Codes = { readonly gvc: string; readonly separator: string };

function inSubfields(text: string, { gvc, separator }: Codes): SwiftText {
  const fields = subfields(unwrapped(text), separator);
  const pieces = [...range(fields, 20, 29), ...range(fields, 60, 63)];
  const tags = sepaTags(pieces.join(''));
  const account = fields.get(31) ?? fields.get(38);
  const name = tidy([fields.get(32), fields.get(33)].join(''));
  // For money that a collector handles, the one behind it is named.
  const behind = given(tags.get('ABWA')) ?? given(tags.get('ABWE'));
  return {
    ...(tags.has('SVWZ')
      ? remittanceOf([tags.get('SVWZ') ?? ''])
      : remittanceOf(tags.size > 0 ? [tags.get('') ?? ''] : pieces)),
    counterparty: {
      name: behind ?? given(name),
      account: given(tags.get('IBAN')) ?? given(account),
      bic: given(tags.get('BIC')) ?? bicIn(fields.get(30)),
    },
    endToEndId: given(tags.get('EREF')),
    customerReference: given(tags.get('KREF')),
    mandateId: given(tags.get('MREF')),
    creditorId: given(tags.get('CRED')),
    references: [],
    gvc,
    type: given(fields.get(0)) ?? undefined,
    returnReason: given(tags.get('RTRN')) ?? returnIn(fields.get(34)),
  };
}

/** Of an account in the old numbering it is the number of the bank. */
function bicIn(text: string | undefined): string | null {
  const bank = given(text);
  return bank === null || /^\d+$/.test(bank) ? null : bank;
}

/** The extension of the text key tells why a payment came back, from 900 on. */
function returnIn(extension: string | undefined): string | null {
  return extension !== undefined && /^9\d\d$/.test(extension) && extension !== '999' && extension !== '992'
    ? extension
    : null;
}

function subfields(text: string, separator: string): Map<number, string> {
  const fields = new Map<number, string>();
  const at = text.indexOf(separator);
  for (const part of text.slice(at + 1).split(separator)) {
    const code = /^\d{2}/.exec(part)?.[0];
    const last = [...fields.keys()].at(-1);
    // The separator itself may stand in a text.
    if (code === undefined) {
      if (last !== undefined) fields.set(last, `${fields.get(last)}${separator}${part}`);
    } else fields.set(Number(code), `${fields.get(Number(code)) ?? ''}${part.slice(2)}`);
  }
  return fields;
}

function range(fields: ReadonlyMap<number, string>, from: number, to: number): string[] {
  return [...fields].filter(([code]) => code >= from && code <= to).map(([, text]) => text);
}

const sepaWords = 'EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|BREF|RREF|RTRN|PURP|SQTP';
const sepaTag = new RegExp(`(${sepaWords})\\+`, 'g');

/** Text behind each tag; that before the first has the empty one. Tags break across subfields: join those first. */
function sepaTags(text: string): Map<string, string> {
  const tags = new Map<string, string>();
  const found = [...text.matchAll(sepaTag)];
  const [first] = found;
  if (first === undefined) return tags;
  if (first.index > 0) tags.set('', text.slice(0, first.index));
  found.forEach((match, index) => {
    const [whole, word = ''] = match;
    if (!tags.has(word)) tags.set(word, text.slice(match.index + whole.length, found[index + 1]?.index));
  });
  return tags;
}

const slashWords = [
  'TRTP|IBAN|BIC|NAME|REMI|EREF|MARF|CSID|CNTP|ORDP|BENM|ADDR|ISDT|UDTR|UCRD|ULTD|ULTC|ULTB|PURP|PREF|NRTX|TRCD|RTRN',
  'ACCW|SVCL|KREF|IREF|RREF|BO|BCKT|OCMT|CHGS|EXCH|ORIG|SRVC|ID',
].join('|');
const slashTag = new RegExp(`/(${slashWords})/`, 'g');
const slashWord = new RegExp(`^\\s*/(?:${slashWords})/`);

/** Rabobank, ABN AMRO and ING: `/TRTP/SEPA OVERBOEKING/IBAN/NL…/NAME/…/REMI/…`. */
function inSlashes(text: string): SwiftText {
  const words = new Map<string, string>();
  const found = [...text.matchAll(slashTag)];
  found.forEach((match, index) => {
    const [whole, word = ''] = match;
    const value = text.slice(match.index + whole.length, found[index + 1]?.index);
    if (!words.has(word) || words.get(word) === '') words.set(word, value.replace(/\/+$/, ''));
  });
  // ING: account, BIC, name and city in one.
  const [account, bic, name] = (words.get('CNTP') ?? '').split('/');
  const remittance = words.get('REMI') ?? '';
  const [, structured] = /^STRD\/(?:[A-Z]*\/)?(.+)$/.exec(remittance) ?? [];
  const [, afterKind = remittance] = /^USTD\/[^/]*\/(.*)$/.exec(remittance) ?? [];
  return {
    ...free,
    ...remittanceOf([structured === undefined ? afterKind : '']),
    counterparty: {
      name: given(words.get('ULTD')) ?? given(words.get('ULTC')) ?? given(words.get('NAME')) ?? given(name),
      account: given(words.get('IBAN')) ?? given(words.get('ACCW')) ?? given(account),
      bic: given(words.get('BIC')) ?? given(bic),
    },
    endToEndId: given(words.get('EREF')),
    customerReference: given(words.get('KREF') ?? words.get('PREF')),
    mandateId: given(words.get('MARF')),
    creditorId: given(words.get('CSID')),
    references: structured === undefined ? [] : [tidy(structured)],
    type: given(words.get('TRTP')) ?? undefined,
    returnReason: given(words.get('RTRN')),
  };
}
