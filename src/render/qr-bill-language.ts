const swissLanguages = ['de', 'fr', 'it', 'en'] as const;
export type SwissLanguage = (typeof swissLanguages)[number];

/** The one that a language is of the four whose headings are prescribed: Style Guide, and annex D of the guidelines. */
export function swissLanguageOf(language: string): SwissLanguage {
  const [main = ''] = language.split('-');
  return swissLanguages.find((swiss) => swiss === main) ?? 'en';
}
