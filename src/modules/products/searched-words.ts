import { partsOf } from '../../core/fold.ts';
import { Text } from '../../wire/index.ts';

const wordsMax = 8;

/** The texts by which products and variants are found. */
export const SearchedWords = Text(200)
  .refine((text) => partsOf(text).length <= wordsMax, { error: `Search for at most ${wordsMax} words.` })
  .describe('Words of the name, the SKUs and the barcodes, in any order.');
