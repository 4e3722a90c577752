import { germanOfAustria } from './austria.ts';
import { dutchOfBelgium, frenchOfBelgium } from './belgium.ts';
import {
  englishOfAustralia,
  englishOfCanada,
  englishOfIreland,
  englishOfNewZealand,
  englishOfTheUnitedKingdom,
} from './english.ts';
import { frenchOfFrance } from './france.ts';
import { germanOfGermany } from './germany.ts';
import { italianOfItaly } from './italy.ts';
import { dutchOfTheNetherlands } from './netherlands.ts';
import { danishOfDenmark, norwegianOfNorway, swedishOfSweden } from './nordics.ts';
import { polishOfPoland } from './poland.ts';
import { spanishOfSpain } from './spain.ts';
import { frenchOfSwitzerland, germanOfSwitzerland } from './switzerland.ts';

type Wording = { readonly language: string; readonly boxes: Readonly<Record<string, string>> };

/** The boxes as each form calls them; of forms in several languages, the first is the usual one. */
export const wordings: Readonly<Record<string, readonly Wording[]>> = {
  'at-u30': [{ language: 'de', boxes: germanOfAustria }],
  'au-bas': [{ language: 'en', boxes: englishOfAustralia }],
  'be-vat': [
    { language: 'nl', boxes: dutchOfBelgium },
    { language: 'fr', boxes: frenchOfBelgium },
  ],
  'ca-gst34': [{ language: 'en', boxes: englishOfCanada }],
  'ch-effective': [
    { language: 'de', boxes: germanOfSwitzerland },
    { language: 'fr', boxes: frenchOfSwitzerland },
  ],
  'de-ustva-2026': [{ language: 'de', boxes: germanOfGermany }],
  'dk-moms': [{ language: 'da', boxes: danishOfDenmark }],
  'es-303': [{ language: 'es', boxes: spanishOfSpain }],
  'fr-ca3': [{ language: 'fr', boxes: frenchOfFrance }],
  'ie-vat3': [{ language: 'en', boxes: englishOfIreland }],
  'it-lipe': [{ language: 'it', boxes: italianOfItaly }],
  'nl-ob': [{ language: 'nl', boxes: dutchOfTheNetherlands }],
  'no-mva': [{ language: 'nb', boxes: norwegianOfNorway }],
  'nz-gst101': [{ language: 'en', boxes: englishOfNewZealand }],
  'pl-jpk-v7': [{ language: 'pl', boxes: polishOfPoland }],
  'se-moms': [{ language: 'sv', boxes: swedishOfSweden }],
  'uk-vat-return': [{ language: 'en', boxes: englishOfTheUnitedKingdom }],
};

/** Labels of a form's boxes, in the language of the organisation if the form has it, else in its first language. */
export function wordingOf(form: string, locale: string): Wording | undefined {
  const all = wordings[form] ?? [];
  return all.find(({ language }) => language === locale.slice(0, 2)) ?? all[0];
}
