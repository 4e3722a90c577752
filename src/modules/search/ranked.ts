import { foundIn, type FoundText } from '../../core/found-text.ts';
import { folded } from '../../core/fold.ts';
import type { SearchedField } from '../../operation/searchable.ts';
import type { FoundRow } from './found-rows.ts';
import { searchedTypes } from './kinds.ts';
import type { Typed } from './sought.ts';

/** Quality of a match, best first. */
export const matches = ['exact', 'start', 'words', 'similar'] as const;
export type Match = (typeof matches)[number];

export type Ranked = {
  readonly row: FoundRow;
  readonly match: Match;
  /** In which of its texts it was found, and where. */
  readonly found: (FoundText & { readonly field: SearchedField }) | null;
};

/** Rows with where they were found, the best first, equals as they come, without those that only seemed near. */
export function ranked(rows: readonly FoundRow[], typed: Typed): Ranked[] {
  return rows
    .flatMap((row) => lookedAt(row, typed) ?? [])
    .toSorted(
      (one, other) =>
        matches.indexOf(one.match) - matches.indexOf(other.match) ||
        Number(one.row.is_archived) - Number(other.row.is_archived) ||
        searchedTypes.indexOf(one.row.type) - searchedTypes.indexOf(other.row.type),
    );
}

function lookedAt(row: FoundRow, { words, folded: whole }: Typed): Ranked | undefined {
  const texts = row.fields.flatMap(([field, text]) => (text === null ? [] : [{ field, text }]));
  const places = texts.map(({ field, text }) => ({ field, ...foundIn(text, words, { mistyped: row.is_near }) }));
  const said = new Set(places.flatMap((place) => [...place.words]));
  if (row.is_near && said.size < words.length) return undefined;
  const same = texts.find(({ text }) => folded(text.trim()) === whole);
  const start = texts.find(({ text }) => folded(text).startsWith(whole));
  const best = places.reduce<(typeof places)[number] | undefined>(
    (most, place) => (place.words.size > (most?.words.size ?? 0) ? place : most),
    undefined,
  );
  const named = places.find(({ field }) => field === (same ?? start)?.field && field !== undefined);
  const shown = named !== undefined && named.words.size > 0 ? named : best;
  const found = shown === undefined ? null : { field: shown.field, ...shown.place };
  if (same !== undefined) return { row, match: 'exact', found };
  if (start !== undefined) return { row, match: 'start', found };
  const isCertain = words.every((word) => places.some((place) => place.words.has(word) && !place.mistyped.has(word)));
  return { row, match: isCertain || !row.is_near ? 'words' : 'similar', found };
}
