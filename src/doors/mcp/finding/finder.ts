import type { Action } from '../action.ts';
import { type Absent, absentFrom } from './absent.ts';
import { phrasesOf } from './phrases/index.ts';
import type { Meanings } from './meanings.ts';
import { openVocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

export type Found = {
  /** The best first, none that does not fit. */
  readonly actions: readonly Action[];
  /** Thing that was asked for and does not exist here; the actions are then the nearest. */
  readonly absent?: string | undefined;
};

export type Finder = {
  /** Looks among those of these actions that the caller may use. */
  readonly find: (query: string, among: readonly Action[]) => Found;
};

/** One phrasing, as weighed against a query. */
type Utterance = {
  readonly of: string;
  readonly weight: number;
  /** Share of the score that the utterance's own words have to earn: a short phrase said whole is surely meant. */
  readonly closeness: number;
  readonly meanings: readonly Meanings[];
};

/** Below this nothing fits; of what fits, that is told which comes near the best. */
const fitMin = 0.36;
const nearBest = 0.62;
const absentMin = 0.45;

export function openFinder(actions: readonly Action[]): Finder {
  const absent = absentFrom(actions.map(({ name }) => name));
  const texts = [...actions.flatMap(textsOf), ...absent.flatMap(textsOfAbsent)];
  const vocabulary = openVocabulary();
  for (const { words } of texts) vocabulary.learn(words);
  const utterances = texts.map(({ words, ...rest }): Utterance => ({ ...rest, meanings: vocabulary.read(words) }));
  const index = indexOf(utterances);
  const weights = weigher(utterances);

  const scores = (query: string): Map<string, number> => {
    const asked = vocabulary.readTyped(query);
    const askedWeights = asked.map(weights);
    const total = sum(askedWeights);
    const best = new Map<string, number>();
    const covered = new Map<string, number[]>();
    if (total === 0) return best;
    for (const { utterance, asked: matched, own } of matches(asked, index, utterances)) {
      const { of, weight, closeness, meanings } = utterance;
      const recall = sum(matched.map((match, at) => match * (askedWeights[at] ?? 0))) / total;
      const ownWeights = meanings.map(weights);
      const precision = sum(own.map((match, at) => match * (ownWeights[at] ?? 0))) / Math.max(sum(ownWeights), 1e-9);
      const score = weight * ((1 - closeness) * recall + closeness * precision * Math.sqrt(recall));
      best.set(of, Math.max(score, best.get(of) ?? 0));
      const all = covered.get(of) ?? asked.map(() => 0);
      covered.set(
        of,
        all.map((most, at) => Math.max(most, (matched[at] ?? 0) * weight)),
      );
    }
    for (const [of, all] of covered) {
      const union = sum(all.map((match, at) => match * (askedWeights[at] ?? 0))) / total;
      best.set(of, 0.8 * (best.get(of) ?? 0) + 0.2 * union);
    }
    return best;
  };

  const find: Finder['find'] = (query, among) => {
    const scored = scores(query);
    const named = query
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_');
    const ranked = among
      .map((action) => ({
        action,
        score: action.name === named ? 2 : (scored.get(action.name) ?? 0) * favour(action, isQuestion(query)),
      }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score);
    const top = ranked[0]?.score ?? 0;
    const [missing] = absent
      .map((thing) => ({ thing, score: scored.get(absentKey(thing)) ?? 0 }))
      .toSorted((one, other) => other.score - one.score);
    if (missing !== undefined && missing.score >= absentMin && missing.score >= top) {
      return { actions: nearestOf(missing.thing, among), absent: missing.thing.name };
    }
    const fitting = ranked.filter(({ score }) => score >= fitMin && score >= top * nearBest);
    if (fitting.length > 0) return { actions: fitting.map(({ action }) => action) };
    return { actions: ranked.slice(0, nearestMax).map(({ action }) => action), absent: 'that' };
  };
  return { find };
}

const nearestMax = 3;

/** Among actions that fit alike: one of every day, one that only looks where a question is asked, the plain deed. */
function favour({ name, operation }: Action, isAsked: boolean): number {
  const daily = operation.mcp === 'tool' ? 1.02 : 1;
  const looks = isAsked ? (operation.effect === 'read' ? 1.06 : 0.94) : 1;
  const plain = /^(?:list|create|get|record)_/.test(name)
    ? 1.01
    : /^(?:archive|restore|delete|duplicate)_/.test(name)
      ? 0.98
      : 1;
  return daily * looks * plain;
}

/** Words that begin a question, as far as they do so in one language and begin no order in another. */
const askingWords = [
  'what which who whose is are did does has when where why was were',
  'how\\s+(?:many|much|is|are|did|do|was|old|late) do\\s+we have\\s+we',
  'wie wieviele? wer welche[rsn]? wann wo warum ist sind hat haben\\s+wir',
  'combien qui quels? quelles? quand où pourquoi est-ce avons-nous',
  'cu[aá]nt[oa]s? qui[eé]n(?:es)? qu[eé] cu[aá]l(?:es)? cu[aá]ndo d[oó]nde',
  'hoeveel wat welke? wanneer waar waarom hebben\\s+we heeft',
];
const questions = new RegExp(`^\\s*(?:${askingWords.flatMap((words) => words.split(' ')).join('|')})\\b`, 'iu');

function isQuestion(query: string): boolean {
  return questions.test(query);
}

function nearestOf({ nearest }: Absent, among: readonly Action[]): Action[] {
  return among.filter(({ name }) => nearest.includes(name)).slice(0, nearestMax);
}

type Text = Omit<Utterance, 'meanings'> & { readonly words: readonly string[] };

function textsOf({ name, operation }: Action): Text[] {
  const { summary, guidance } = operation;
  return [
    { of: name, words: name.split('_'), weight: 1, closeness: 0.4 },
    { of: name, words: wordsOf(summary), weight: 0.9, closeness: 0.15 },
    ...(guidance === undefined ? [] : [{ of: name, words: wordsOf(guidance), weight: 0.6, closeness: 0 }]),
    ...phrasesOf(name).map((text) => ({ of: name, words: wordsOf(text), weight: 1, closeness: 0.4 })),
  ];
}

function absentKey({ name }: Absent): string {
  return `no ${name}`;
}

function textsOfAbsent(thing: Absent): Text[] {
  return thing.phrases.map((text) => ({ of: absentKey(thing), words: wordsOf(text), weight: 1, closeness: 0.4 }));
}

type Place = { readonly utterance: number; readonly at: number; readonly weight: number };
type Index = ReadonlyMap<string, readonly Place[]>;

function indexOf(utterances: readonly Utterance[]): Index {
  const index = new Map<string, Place[]>();
  for (const [utterance, { meanings }] of utterances.entries()) {
    for (const [at, meaning] of meanings.entries()) {
      for (const [key, weight] of meaning) {
        const places = index.get(key) ?? [];
        places.push({ utterance, at, weight });
        index.set(key, places);
      }
    }
  }
  return index;
}

type Match = { readonly utterance: Utterance; readonly asked: number[]; readonly own: number[] };

/** For each utterance that shares a meaning: how surely each word asked is said there, and each said there is asked. */
function matches(asked: readonly Meanings[], index: Index, utterances: readonly Utterance[]): Iterable<Match> {
  const found = new Map<number, Match>();
  for (const [askedAt, meanings] of asked.entries()) {
    for (const [key, weight] of meanings) {
      for (const place of index.get(key) ?? []) {
        const utterance = utterances[place.utterance];
        if (utterance === undefined) continue;
        const match = found.get(place.utterance) ?? {
          utterance,
          asked: asked.map(() => 0),
          own: utterance.meanings.map(() => 0),
        };
        found.set(place.utterance, match);
        const strength = Math.sqrt(weight * place.weight);
        match.asked[askedAt] = Math.max(match.asked[askedAt] ?? 0, strength);
        match.own[place.at] = Math.max(match.own[place.at] ?? 0, strength);
      }
    }
  }
  return found.values();
}

/** Names of goods and people are known nowhere, and say little about what is wanted. */
const unknownWeight = 1.5;

/** Weight of a word: the fewer things it describes, the higher. */
function weigher(utterances: readonly Utterance[]): (meanings: Meanings) => number {
  const having = new Map<string, Set<string>>();
  for (const { of, meanings } of utterances) {
    for (const meaning of meanings) {
      for (const [key, weight] of meaning) {
        if (weight >= 0.7) having.set(key, (having.get(key) ?? new Set()).add(of));
      }
    }
  }
  const things = new Set(utterances.map(({ of }) => of)).size;
  const unknown = unknownWeight;
  return (meanings) => {
    const told = [...meanings].filter(([key, weight]) => weight >= 0.5 && !key.startsWith('=') && having.has(key));
    const keys = told.length > 0 ? told : [...meanings].filter(([key]) => having.has(key));
    if (keys.length === 0) return unknown;
    return Math.max(...keys.map(([key]) => Math.log(1 + things / (1 + (having.get(key)?.size ?? 0)))));
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
