/**
 * A result as one compact text: JSON without what is empty. Characters that hide or reorder text stand as escapes,
 * which a parser turns back and a reader sees: what a client typed into a name cannot pass for something else.
 */
export function plainText(value: unknown): string {
  return escapeHidden(JSON.stringify(pruned(value)) ?? 'null');
}

/** Zero-width and bidirectional controls, variation selectors, line separators, and tags that spell unseen text. */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\ufff9-\ufffb]/gu;

export function escapeHidden(text: string): string {
  return text.replaceAll(hidden, (found) =>
    Array.from(
      { length: found.length },
      (_, index) => `\\u${found.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** Without nulls and empty objects; lists stay, since an empty one is an answer. */
export function pruned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pruned);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .map(([key, item]) => [key, pruned(item)] as const)
    .filter(([, item]) => item !== null && !isEmptyObject(item));
  return Object.fromEntries(kept);
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}
