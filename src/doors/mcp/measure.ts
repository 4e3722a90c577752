/** What a tool list may cost a model before it has done anything. */
export const tokenBudget = 8_000;
export const encoding = 'o200k_base';

/** Counts tokens as one maker's current models do. The tables take memory, so they load when first asked for. */
export async function tokenCounter(): Promise<(text: string) => number> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  return (text) => countTokens(text);
}
