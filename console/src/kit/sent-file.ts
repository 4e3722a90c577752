/** `client = Customer no.` is `{ client: 'Customer no.' }`. */
export function mappingOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(pairs.map((pair) => pair.split('=').map((part) => part.trim())));
}

export async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // A call takes so many arguments only.
  const pieces = Array.from({ length: Math.ceil(bytes.length / 8_192) }, (_, at) =>
    String.fromCodePoint(...bytes.subarray(at * 8_192, (at + 1) * 8_192)),
  );
  return btoa(pieces.join(''));
}
