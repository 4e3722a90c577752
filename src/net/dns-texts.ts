import { Resolver } from 'node:dns/promises';

const resolveTimeoutMs = 3_000;
const textsMax = 100;

/** Answers of name servers that say: there is none. Every other failure says nothing. */
const none = ['ENODATA', 'ENOTFOUND'];

/** What the DNS has under a name. Asks the name servers ourselves, for the reason that `guarded-fetch.ts` gives. */
export async function dnsTexts(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: resolveTimeoutMs, tries: 2 });
  try {
    const records = await resolver.resolveTxt(name);
    return records.slice(0, textsMax).map((parts) => parts.join(''));
  } catch (error) {
    if (error instanceof Error && 'code' in error && none.includes(String(error.code))) return [];
    throw error;
  }
}
