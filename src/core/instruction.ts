import { folded } from './fold.ts';
import type { InstructionWords } from './instruction-words.ts';
import { wordsFoundAnywhere } from './instruction-words-anywhere.ts';
import { germanicWords } from './instruction-words-germanic.ts';
import { romanceWords } from './instruction-words-romance.ts';
import { once } from './once.ts';

/**
 * True where a text reads as an instruction to a model: it speaks to one, sets rules aside, hides from people, names a
 * tool, or commands something about the books. Names, addresses, references and goods do not; nothing proves that a
 * text is harmless, so this only decides what is asked about, and never what is allowed.
 */
export function readsAsInstruction(text: string): boolean {
  return hasSigns(text, commands);
}

/**
 * The same of sentences that are meant to ask something of their reader, such as `Please pay within 14 days` or what a
 * refusal says: only what nobody tells a client counts.
 */
export function speaksToModel(text: string): boolean {
  return hasSigns(text, addresses);
}

function hasSigns(text: string, judge: (reading: string) => boolean): boolean {
  if (text.length < lettersMin) return false;
  return hasHiddenText(text) || piecesOf(text).some((piece) => readingsOf(piece).some(judge));
}

/** Shorter texts say nothing that could be followed, also in scripts that need few letters. */
const lettersMin = 6;
/** A sentence that long is read whole; a longer text, such as a file, line by line with the line that follows. */
const wholeMax = 2_000;
/** A text without line breaks is read in pieces that overlap. */
const overlap = 200;

function piecesOf(text: string): string[] {
  if (text.length <= wholeMax) return [text];
  const lines = text.split('\n').flatMap(cutLong);
  return lines.map((line, index) => `${line}\n${lines[index + 1] ?? ''}`);
}

function cutLong(line: string): string[] {
  const count = Math.max(1, Math.ceil(line.length / wholeMax));
  return Array.from({ length: count }, (_, index) => line.slice(index * wholeMax, (index + 1) * wholeMax + overlap));
}

/** Letters that nobody sees; flags of regions alone are written with them in earnest. */
function hasHiddenText(text: string): boolean {
  return /[\u{e0020}-\u{e007e}]/u.test(text.replaceAll(/\u{1f3f4}[\u{e0020}-\u{e007f}]+/gu, ''));
}

/** The text as it is read, with letters spaced out, replaced or encoded also as they are meant. */
function readingsOf(text: string): string[] {
  const plain = likeLatin(folded(text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')));
  const digits = /[a-z][013457@$]|[013457@$][a-z]/.test(plain) ? [plain.replaceAll(/[013457@$]/g, asLetter)] : [];
  const spaced = /(?:\b\w[\s.*_-]){5}/.test(plain) ? [joinSpaced(plain)] : [];
  const joined = /^\S{20,200}$/.test(text) ? [folded(text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))] : [];
  return [plain, ...digits, ...spaced, ...joined, ...decodedIn(text)];
}

/** Letters of Cyrillic and Greek, and the Latin ones that they look like. */
const foreignLetters = Array.from('авекмнорстухіѕјӏαεικνορτυɡ');
const latinLetters = Array.from('abekmhopctyxisjlaeikvoptug');

/** Words that mix Latin letters with others of the same looks are meant as Latin. */
function likeLatin(text: string): string {
  if (!/[a-z]/.test(text) || !/[\u0370-\u052f\u0261]/.test(text)) return text;
  return text.replaceAll(/[\p{L}\p{M}]+/gu, (word) => (/[a-z]/.test(word) ? Array.from(word, asLatin).join('') : word));
}

function asLatin(letter: string): string {
  return latinLetters[foreignLetters.indexOf(letter)] ?? letter;
}

const meantBy: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };

function asLetter(digit: string): string {
  return meantBy[digit] ?? digit;
}

/** `i g n o r e   a l l` as words: single letters belong together, wider gaps part words. */
function joinSpaced(text: string): string {
  return text
    .replaceAll(/[\s.*_-]{2,}/g, '\u0001')
    .replaceAll(/(?<=\b\w)[\s.*_-](?=\w\b)/g, '')
    .replaceAll('\u0001', ' ');
}

const decodedMax = 4;

/** Texts encoded as Base64 within a text. */
function decodedIn(text: string): string[] {
  const found = (text.match(/[A-Za-z0-9+/_-]{24,4000}={0,2}/g) ?? []).slice(0, decodedMax);
  return found
    .map((code) => Buffer.from(code, 'base64').toString('utf8'))
    .filter((said) => /^[\p{L}\p{M}\p{N}\p{P}\p{Zs}\s]+$/u.test(said))
    .map((said) => folded(said));
}

function addresses(raw: string): boolean {
  return markup.test(raw) || someLanguage(raw, addressesIn);
}

function commands(raw: string): boolean {
  return addresses(raw) || namesTool(raw) || redirectsMoney(raw) || someLanguage(raw, commandsIn);
}

function someLanguage(raw: string, judge: (text: string, has: Signs) => boolean): boolean {
  const text = apart(raw);
  if (!anySign().test(text) && !isOfOtherScript(text)) return false;
  return languages().some((has) => judge(text, has));
}

/** Beyond Latin. */
function isOfOtherScript(text: string): boolean {
  return /[\u0370-\uffff]/.test(text);
}

/** With whatever joins words as gaps. */
function apart(text: string): string {
  return text.replaceAll(/['’´`_-]+/g, ' ');
}

/** Marks by which the messages of a conversation are told apart, and phrases that nobody but a model is told. */
const markup = new RegExp(
  [
    String.raw`<\|`,
    String.raw`\[/?inst\]`,
    String.raw`<</?sys>>`,
    String.raw`</?\s?(?:system|assistant|instructions?|prompt|data|context|important)\s?>`,
    String.raw`</?\s?(?:tool|untrusted)\w{0,20}\s?>`,
    String.raw`#{2,}\s?(?:system|instructions?|assistant|new|end|human)\b`,
    String.raw`\b(?:system|initial|hidden) prompt\b`,
    String.raw`\b(?:new|real|hidden|secret|updated) instructions?\b`,
    String.raw`\byou are (?:now|no longer|an? (?:ai|assistant|model|agent|helpful))\b`,
    String.raw`\bfrom now on\b`,
    String.raw`\b(?:developer|debug|god|maintenance|admin) mode\b`,
    String.raw`\bjailbreak`,
    String.raw`\btool[ _]?call`,
    String.raw`"(?:tool|tool_name|function)"\s?:\s?"`,
  ].join('|'),
);

/** Names of our permissions and events, such as `payments:refund_unlinked`. */
const isTerm = /^(?!call|run|use|execute|invoke)[a-z_]+[:.][a-z_]+$/;
const toolVerbs = [
  'void',
  'refund',
  'delete',
  'erase',
  'create',
  'update',
  'send',
  'pay',
  'approve',
  'reject',
  'invite',
  'record',
  'issue',
  'undo',
  'set',
  'run',
  'call',
  'get',
  'list',
  'find',
  'share',
  'remind',
  'merge',
  'archive',
  'restore',
  'write_off',
  'lock',
  'unlock',
  'reopen',
  'reverse',
  'post',
  'transfer',
  'export',
  'import',
  'revoke',
  'rotate',
  'cancel',
  'connect',
  'confirm',
  'apply',
  'allocate',
  'convert',
  'accept',
  'decline',
  'duplicate',
  'describe',
];
const toolName = new RegExp(String.raw`\b(?:${toolVerbs.join('|')})_[a-z]{2,30}(?:_[a-z]{2,30}){0,4}\b`);

/** An operation by its name, with a word beside it: a name alone is what records of calls are made of. */
function namesTool(text: string): boolean {
  if (isTerm.test(text)) return false;
  const [name] = toolName.exec(text) ?? [];
  return name !== undefined && /\p{L}{2,}/u.test(text.replace(name, ''));
}

const account = /\b[a-z]{2}\d{2} ?(?:[a-z0-9]{4} ?){2,7}/;
const changes = [
  'new',
  'change[ds]?',
  'updated?',
  'neue[ns]?',
  'geandert\\p{L}*',
  'nouve\\p{L}+',
  'modifi\\p{L}+',
  'nuev[oa]s?',
  'cambi\\p{L}+',
  'nuov\\p{L}+',
  'nieuwe?',
  'gewijzigd',
  'nov[oa]s?',
  'alterad\\p{L}+',
  'now\\p{L}{1,3}',
  'zmien\\p{L}+',
  'nytt',
  'nya',
  'andrat',
];
const changed = new RegExp(String.raw`\b(?:${changes.join('|')})\b`, 'u');
const payee =
  /\b(?:bank\p{L}*|iban|account\w*|konto\p{L}*|compte|coordonnees|cuenta|conto|rekening\p{L}*|conta|rachunek|dane)\b/u;

/** That money is to go to another account from now on, the commonest fraud with invoices. */
function redirectsMoney(text: string): boolean {
  return account.test(text) && changed.test(text) && payee.test(text);
}

/** Tells whether a text has a word of a kind. */
type Test = (text: string) => boolean;
type Signs = { readonly [kind in keyof InstructionWords]: Test } & {
  /** The model is spoken to: `Assistant, …`, `SYSTEM: …`. */
  readonly calls: Test;
  /** A command begins a clause, or follows a wish. */
  readonly bids: Test;
};

/** A destination outside: an address or an account. */
const outside = /[^\s@]@[^\s@]+\.[a-z]|https?:|\b[a-z]{2}\d{2} ?(?:[a-z0-9]{4} ?){2,7}/;
/** One record by its number. */
const record = /\b[a-z]{2,6} \d{4} ?\d*/;
/** That, with what nobody writes into a reference. */
const ends = [
  'void',
  'delete',
  'erase',
  'approve',
  'cancel',
  'storniere',
  'losche',
  'annule',
  'anula',
  'annulla',
  'anuluj',
];
const ending = new RegExp(String.raw`\b(?:${ends.join('|')}) (?:\p{L}+ ){0,2}[a-z]{2,6} \d{4}`, 'u');

function addressesIn(text: string, has: Signs): boolean {
  if (has.override(text) && has.rule(text)) return true;
  if (has.conceal(text) && (has.command(text) || has.object(text))) return true;
  return has.calls(text) && (has.command(text) || (has.object(text) && has.stress(text)));
}

/** A command alone is a weak sign, which needs company. */
function commandsIn(text: string, has: Signs): boolean {
  if (!has.bids(text)) return false;
  if (has.stress(text)) return has.object(text) || outside.test(text) || record.test(text);
  return ending.test(text) || (has.object(text) && outside.test(text));
}

/** Greetings before a name that is spoken to; titles such as `Sales Agent, London` have none. */
const greetings = [
  'dear',
  'hey',
  'hello',
  'hi',
  'to',
  'for',
  'the',
  'attention',
  'an',
  'fur',
  'der',
  'lieber?',
  'pour',
  'cher',
  'para',
  'querido',
  'per',
  'caro',
  'aan',
  'voor',
  'beste',
  'till',
  'do',
];
const spokenTo = String.raw`(?:^|[.!?>)\n]\s*|\b(?:${greetings.join('|')})\s)`;
/** Words that make something general, and no wish of it. */
const makesGeneral = new Set(['this', 'these', 'that', 'any', 'each', 'every', 'all', 'only', 'first', 'next', 'now']);

const spacedWords = [...germanicWords, ...romanceWords];
const languages = once((): readonly Signs[] => [
  ...spacedWords.map(betweenSpaces),
  ...wordsFoundAnywhere.map(anywhere),
]);

/** Most texts have none of these, and are not looked at language by language. */
const anySign = once(() =>
  wholeWords(
    spacedWords.flatMap(({ machine, override, conceal, command }) => [...machine, ...override, ...conceal, ...command]),
  ),
);

function betweenSpaces(words: InstructionWords): Signs {
  const joining = 'and|then|to|first|now|also|just|und|et|y|e|en|i|och';
  const start = String.raw`(?:^|[.:;!?,>)\]\n"\u201c\u201e\u00ab]\s*|\b(?:${joining})\s+)`;
  const command = choiceOf(words.command);
  const wish = choiceOf(words.stress.filter((word) => !makesGeneral.has(word)));
  const bids = new RegExp(`${start}(?:${command})\\b|\\b(?:${wish})\\b[^.!?\\n]{0,80}\\b(?:${command})\\b`, 'u');
  const machine = choiceOf(words.machine);
  const calls = new RegExp(String.raw`${spokenTo}(?:${machine})(?:\s(?:${machine}))?\s?[:,!>]\s?\S`, 'u');
  const test = (kind: keyof InstructionWords): Test => {
    const found = wholeWords(words[kind]);
    return (text) => found.test(text);
  };
  return {
    machine: test('machine'),
    override: test('override'),
    rule: test('rule'),
    conceal: test('conceal'),
    command: test('command'),
    object: test('object'),
    stress: test('stress'),
    calls: (text) => calls.test(text),
    bids: (text) => bids.test(text),
  };
}

function choiceOf(words: readonly string[]): string {
  return words.map((word) => word.replace('*', String.raw`\p{L}{0,12}`).replaceAll(' ', String.raw`\s`)).join('|');
}

function wholeWords(words: readonly string[]): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${choiceOf(words)})(?![\p{L}\p{N}])`, 'u');
}

function anywhere(words: InstructionWords): Signs {
  const test = (kind: keyof InstructionWords): Test => {
    const parts = words[kind].map((word) => folded(word));
    return (text) => parts.some((part) => text.includes(part));
  };
  const calls = new RegExp(`(?:${words.machine.map((word) => folded(word)).join('|')})\\s?[:：،,，、!！]`, 'u');
  const command = test('command');
  return {
    machine: test('machine'),
    override: test('override'),
    rule: test('rule'),
    conceal: test('conceal'),
    command,
    object: test('object'),
    stress: test('stress'),
    calls: (text) => isOfOtherScript(text) && calls.test(text),
    bids: (text) => isOfOtherScript(text) && command(text),
  };
}
