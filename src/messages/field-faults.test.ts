/** What the service says of a field, and whether the languages of the console have it. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { patternsOf } from '../../console/src/words/patterns.ts';
import de from './de.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };

const languages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: de.field_faults,
  es: es.field_faults,
  fr: fr.field_faults,
  nl: nl.field_faults,
};

/** No screen of the console lets people meet these. */
const ofPrograms: readonly string[] = [
  // The console sends fields that there are, of the type that they have.
  'Nest at most {0} levels deep.',
  'Send at most {0} keys.',
  'There is no such field.',
  'Write a value of type {0}.',
  'Write {0}, not {1}.',
  'Write {0}.',
  // Ids, hashes, keys and names of formats are chosen from lists there.
  'A number such as INV-2026-0042 is not an id: use search or the list of such records to find the id.',
  'Keep at most {0} bytes of JSON in all. Set to null what is no longer needed.',
  'No content with this hash is stored. Upload the file itself as multipart/form-data.',
  'There are no notifications of "{0}". Write one of: {1}.',
  'Write 1 to {0} printable ASCII characters.',
  'Write a supported format: {0}.',
  'Write an event type such as "sale.confirmed", or "sale.*", or "*".',
  'Write an id that begins with {0}_, such as {1}_{2}.',
  'Write the SHA-256 of the content as 64 hexadecimal digits.',
  'Write the deposit to ask for: {0}.',
  'Write the id of a record, such as sale_01h455vb4pex5vsknk084sn02q.',
  'Write the key of a row in this report, or the name of a total.',
  // So are the filters and orders of lists.
  'Filter by at most {0} custom fields.',
  'No record in this list has this {0}.',
  'Sort by one of: {0}.',
  'Sort by up to {0} of {1}; a minus in front reverses.',
  'There is no such {0} here.',
  'There is no such {0}. The nearest are: {1}.',
  'This belongs to a single page of results. Leave it out.',
  'Write an existing one, such as {0}.',
  'Write the name of a list: {0}.',
  // People choose a bank line and what it pays on the screen.
  'Name each invoice once.',
  'Name either sales or expenses: money comes in, or it goes out.',
  'Say more of the bank line: its amount, words of its text, or the other side.',
  // An import is tried in the console with columns that its file has.
  'The field does not exist. Fields: {0}.',
  '{0} Columns: {1}.',
  '{0} is ambiguous: send {1} as {2}.',
  // It documents a field.
  'Field to default text, used if the file has no value.',
];

/** AI apps have no screen, the log of audits takes no form, and what e-invoices need is told by their own rules. */
const files = globSync('src/{core,wire,operation,modules}/**/*.ts', {
  exclude: ['**/*.test.ts', 'src/modules/{audit,connector}/**', '**/e-invoicing/**', '**/*einvoice*/**'],
});

/** A literal of one line, or a template with what it fills in. */
const literal = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;
const filledIn = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g;
/** What stands before it in its statement: how it is said, and that it is no documentation. */
const isSaid =
  /(?:fault|unfit|refuse|wrong|unreadable|refused|notFound)\(|message|error:|const \w+Hint =|const tooLarge =/;
const isDocumented = /describe\(|summary:|guidance|hint[:,]|refusal\(|title:/;
const lengthMax = 260;

function sentencesIn(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  const isOfWriting = file.endsWith('/what-to-write.ts');
  const found = [...code.matchAll(literal)].flatMap(({ 1: plain, 2: template, index }) => {
    const sentence = withPlaces(plain ?? template ?? '');
    if (!/^[A-Z{].*[.!]$/s.test(sentence) || sentence.length > lengthMax) return [];
    const before = code.slice(Math.max(0, index - 220), index);
    const statement = before.slice(before.lastIndexOf(';') + 1);
    const isOfField = isOfWriting || isSaid.test(statement);
    return isOfField && !isDocumented.test(statement.slice(-60)) ? [sentence] : [];
  });
  return [...found, ...reasonsIn(file, source)];
}

function withPlaces(text: string): string {
  let place = 0;
  return text.replaceAll(filledIn, () => `{${place++}}`).replaceAll(/\\(['`])/g, '$1');
}

/** What cannot be computed is a reason in lower case, of which the handler makes a sentence. */
function reasonsIn(file: string, source: string): string[] {
  if (!['/expense.ts', '/payment.ts', '/sale-fault.ts'].some((name) => file === `src/core${name}`)) return [];
  const list = /const reasons = \{([\s\S]*?)\} as const/.exec(source)?.[1] ?? '';
  return [...list.matchAll(/'([^']+)'/g)].map(([, reason = '']) => `${reason[0]?.toUpperCase()}${reason.slice(1)}.`);
}

const sentences = new Set(files.flatMap(sentencesIn));
/** Sentences that name fields, operations and addresses are for programs, though people may meet some of them. */
const namesOfPrograms = /`|\b[a-z]+_[a-z_]+\b|\/api\/|\{\{|": /;
const placesOf = (text: string): Set<string> => new Set(text.match(/\{\d\}/g));

test('the sentences of the service are found in its source', () => {
  const some = [
    'This field is required.',
    'Write {0} or an earlier date.',
    'Write at most {0} characters.',
    'An IBAN and more.',
    'The amount exceeds the balance due.',
    'A quantity is not zero.',
  ];
  assert.deepEqual(
    some.filter((sentence) => !sentences.has(sentence)),
    ['An IBAN and more.'],
  );
});

for (const [language, texts] of Object.entries(languages)) {
  test(`${language} has what people are told of a field, and nothing that the service does not say`, () => {
    const forPeople = [...sentences].filter((one) => !namesOfPrograms.test(one) && !ofPrograms.includes(one));
    assert.deepEqual(
      forPeople.filter((sentence) => !(sentence in texts)),
      [],
      'lacking',
    );
    assert.deepEqual(
      Object.keys(texts).filter((sentence) => !sentences.has(sentence)),
      [],
      'no sentence of the source',
    );
  });

  test(`${language} fills in what the sentence has, and what German fills in`, () => {
    for (const [sentence, text] of Object.entries(texts)) {
      const places = placesOf(text);
      assert.ok(places.isSubsetOf(placesOf(sentence)), `${sentence}: ${text}`);
      assert.deepEqual(places, placesOf(languages['de']?.[sentence] ?? ''), sentence);
    }
  });
}

test('no sentence is left out that is not there, or that has its words', () => {
  const texts = languages['de'] ?? {};
  assert.deepEqual(
    ofPrograms.filter((sentence) => !sentences.has(sentence) || sentence in texts || namesOfPrograms.test(sentence)),
    [],
  );
});

test('a sentence with something filled in is found by its own pattern', () => {
  const texts = languages['de'] ?? {};
  const patterns = patternsOf(texts);
  const own = patternsOf(Object.fromEntries(Object.keys(texts).map((sentence) => [sentence, sentence])));
  assert.equal(own.length, patterns.length);
  for (const { text: sentence } of own) {
    const told = sentence.replaceAll(/\{\d\}/g, '12');
    assert.equal(own.find(({ pattern }) => pattern.test(told))?.text, sentence);
  }
});
