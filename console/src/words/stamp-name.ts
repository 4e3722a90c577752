import { filled, words } from './index.ts';

/** Who did something: a person, or a program that a person lets in. */
export type Stamp = { readonly type: string; readonly name: string };

/** Programs are named after their person, in the words of the API: “Ana through Claude”. */
const programs: ReadonlySet<string> = new Set(['mcp_token', 'api_key', 'app']);
const through = ' through ';

export function stampName({ type, name }: Stamp): string {
  const at = name.lastIndexOf(through);
  if (!programs.has(type) || at < 0) return name;
  return filled(words.value.through, { who: name.slice(0, at), app: name.slice(at + through.length) });
}
