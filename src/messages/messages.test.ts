import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { IntlMessageFormat } from 'intl-messageformat';
import { counted, directionOf, filled, languageAsked, languageOf, languagesWith, messagesOf } from './index.ts';

type Texts = { readonly [key: string]: string | Texts };
type Language = Readonly<Record<string, Texts>>;

/** English texts declared in code, which English does not repeat here. */
const declaredElsewhere = [
  'check_promises',
  'event_titles',
  'field_faults',
  'findings',
  'permissions',
  'work_problems',
];

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));
const languages = new Map(files.map((name) => [name.replace('.json', ''), read(name)]));
const english = languages.get('en') ?? {};
/** English, and in its place German for the areas that English does not have. */
const source: Language = { ...languages.get('de'), ...english };

function read(name: string): Language {
  // The compiler checks the shape where the file is imported.
  return JSON.parse(readFileSync(`${import.meta.dirname}/${name}`, 'utf8')) as Language;
}

describe('the catalogue of messages', () => {
  for (const [language, texts] of languages) {
    test(`${language} has each of its areas wholly, with what is filled in and nothing empty`, (t) => {
      const lacking = Object.keys(source).filter((area) => texts[area] === undefined);
      t.diagnostic(`${language} lacks ${lacking.join(', ') || 'nothing'}`);
      assert.deepEqual(faultsOf(language, texts), []);
      assert.ok(language !== 'en' || lacking.every((area) => declaredElsewhere.includes(area)));
    });
  }

  test('every file is a language that can be chosen', () => {
    assert.deepEqual(languagesWith('documents').toSorted(), [...languages.keys()].toSorted());
  });

  const { invitation = {} } = source;
  const faulty: readonly (readonly [string, Texts, RegExp])[] = [
    ['a lacking text', omit(invitation, 'subject'), /^en invitation\.subject is lacking/],
    ['a text that English does not have', { ...invitation, more: 'More' }, /invitation\.more is not in English/],
    ['an empty text', { ...invitation, greeting: ' ' }, /invitation\.greeting is empty/],
    ['a lost placeholder', { ...invitation, until: 'The link works once.' }, /invitation\.until fills in/],
    ['an open brace', { ...invitation, until: 'Until {day' }, /invitation\.until is no ICU message/],
    [
      'a category that the language does not have',
      { ...invitation, greeting: '{n, plural, few {a} other {b}}' },
      /few is no category/,
    ],
  ];
  for (const [what, texts, expected] of faulty) {
    test(`${what} is told of`, () => {
      assert.match(faultsOf('en', { invitation: texts }).join('\n'), expected);
    });
  }
});

function omit(texts: Texts, key: string): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([one]) => one !== key));
}

function faultsOf(language: string, areas: Language): string[] {
  return Object.entries(areas).flatMap(([area, texts]) => {
    const [own, wanted] = [flat(texts, area), flat(source[area] ?? {}, area)];
    const lacking = [...wanted.keys()].filter((key) => !own.has(key)).map((key) => `${key} is lacking`);
    const found = [...own].flatMap(([key, text]) => faultsIn(language, key, [text, wanted.get(key)]));
    return [...lacking, ...found].map((fault) => `${language} ${fault}`);
  });
}

function flat(texts: Texts, path: string): Map<string, string> {
  const entries = Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}.${key}`, value]] : [...flat(value, `${path}.${key}`)],
  );
  return new Map(entries);
}

function faultsIn(language: string, key: string, [text, wanted]: readonly [string, string | undefined]): string[] {
  if (wanted === undefined) return [`${key} is not in English`];
  if (text.trim() === '') return [`${key} is empty`];
  try {
    const [own, theirs] = [partsOf(text), partsOf(wanted)];
    const missing = own.names === theirs.names ? [] : [`${key} fills in ${own.names}, but English ${theirs.names}`];
    const known: readonly string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const strange = own.categories.filter((category) => !known.includes(category) && !category.startsWith('='));
    return [...missing, ...strange.map((category) => `${key}: ${category} is no category of ${language}`)];
  } catch (error) {
    return [`${key} is no ICU message: ${String(error)}`];
  }
}

/** The part of the parser's result that is used here. */
type Part = {
  readonly type: number;
  readonly value?: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly Part[] }>>;
};
/** The parser's number for what is not filled in. */
const literal = 0;

/** The names of what is filled in, each once, and the categories of its plurals. */
function partsOf(text: string): { readonly names: string; readonly categories: string[] } {
  const [names, categories] = [new Set<string>(), new Set<string>()];
  const visit = (parts: readonly Part[]) => {
    for (const part of parts) {
      if (part.value !== undefined && part.type !== literal) names.add(part.value);
      for (const [category, { value }] of Object.entries(part.options ?? {})) {
        categories.add(category);
        visit(value);
      }
    }
  };
  visit(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst());
  return { names: [...names].toSorted().join(', '), categories: [...categories] };
}

describe('a language', () => {
  test('is found by its region, and one that lacks an area reads English there', () => {
    assert.equal(messagesOf('de-AT', 'invitation').decline, 'Ablehnen');
    assert.equal(messagesOf('sv', 'signed_in'), messagesOf('en', 'signed_in'));
    assert.deepEqual(
      [languageOf('sv-SE', 'invitation'), languageOf('sv-SE', 'signed_in'), languageOf('toString', 'documents')],
      ['sv-SE', 'en', 'en'],
    );
  });

  test('is what the browser asks for first of those there are', () => {
    assert.equal(languageAsked('xx, sv;q=0.9, de;q=0.8', 'signed_in'), 'de');
    assert.equal(languageAsked('xx, sv;q=0.9, de;q=0.8', 'public_page'), 'sv');
    assert.equal(languageAsked('__proto__, constructor', 'public_page'), 'en');
    assert.equal(languageAsked(undefined, 'public_page'), 'en');
  });

  test('is read from the right where its script is', () => {
    assert.deepEqual(['ar-EG', 'he', 'de'].map(directionOf), ['rtl', 'rtl', 'ltr']);
    assert.equal(filled('שלום {name}', { name: 'Ana' }), 'שלום \u2068Ana\u2069');
    assert.equal(filled('Hello {name}, {other}', { name: 'Ana' }), 'Hello Ana, {other}');
  });

  test('has another form for none and one', () => {
    const { mails } = messagesOf('en', 'signed_in').approvals;
    assert.deepEqual(
      [0, 1, 2].map((count) => counted('en', mails, count)),
      ['No e-mail is sent.', 'One e-mail is sent.', '2 e-mails are sent.'],
    );
  });
});
