import { certainty } from '../meanings.ts';
import { listed } from '../phrases/index.ts';
import deeds from './deeds.json' with { type: 'json' };
import everyday from './everyday.json' with { type: 'json' };
import things from './things.json' with { type: 'json' };

type Entry = { readonly meaning: string; readonly text: string; readonly weight: number };

/**
 * Actions, objects and idioms: each meaning with the words for it in five languages, separated by
 * commas. A tilde marks a word that can mean it and mostly means something else.
 */
export function lexiconEntries(): Entry[] {
  return [deeds, things, everyday].flatMap((lexicon) =>
    Object.entries(lexicon).flatMap(([meaning, words]) =>
      listed(words, ',').map((text) => ({
        meaning,
        text,
        weight: text.endsWith('~') ? certainty.loose : certainty.synonym,
      })),
    ),
  );
}
