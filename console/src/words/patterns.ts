type Texts = Readonly<Record<string, string>>;
type Pattern = { readonly pattern: RegExp; readonly text: string; readonly literal: number };

/**
 * An English sentence of the service as the texts say it, with the values in it as `show` writes them; undefined where
 * they lack it. The texts go by English sentences with places, such as `Write at most {0}.`
 */
export function toldIn(texts: Texts, sentence: string, show: (value: string) => string): string | undefined {
  if (Object.hasOwn(texts, sentence)) return texts[sentence];
  for (const { pattern, text } of patternsIn(texts)) {
    const values = pattern.exec(sentence)?.slice(1);
    if (values) return text.replaceAll(/\{(\d)\}/g, (_, place: string) => show(values[Number(place)] ?? ''));
  }
  return undefined;
}

const made = new WeakMap<Texts, readonly Pattern[]>();

/** Made with the first sentence that has places. */
function patternsIn(texts: Texts): readonly Pattern[] {
  const known = made.get(texts) ?? patternsOf(texts);
  made.set(texts, known);
  return known;
}

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
