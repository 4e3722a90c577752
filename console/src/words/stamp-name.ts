import { filled, words } from './index.ts';

/** Who did something: a person, or a program that a person lets in. */
export type Stamp = { readonly type: string; readonly name: string };

/** A program is named after its person, in the words of the API: “Ana through Claude”. */
const through = ' through ';

export function stampName({ type, name }: Stamp): string {
  const at = name.lastIndexOf(through);
  if (type === 'user' || at < 0) return name;
  return filled(words.value.through, { who: name.slice(0, at), app: name.slice(at + through.length) });
}
