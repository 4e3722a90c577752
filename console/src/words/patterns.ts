type Texts = Readonly<Record<string, string>>;
type Pattern = { readonly pattern: RegExp; readonly text: string; readonly literal: number };

/**
 * The sentences with places for what is filled in. Those with the most literal text come first: `Write at most {0}.`
 * would take what is said of decimals, too.
 */
export function patternsOf(texts: Texts): readonly Pattern[] {
  return Object.entries(texts)
    .flatMap(([sentence, text]) => patternOf(sentence, text) ?? [])
    .toSorted((one, other) => other.literal - one.literal);
}

function patternOf(sentence: string, text: string): Pattern | undefined {
  const parts = sentence.split(/\{\d\}/);
  if (parts.length === 1) return undefined;
  const literals = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return { pattern: new RegExp(`^${literals.join('(.+?)')}$`, 's'), text, literal: parts.join('').length };
}
