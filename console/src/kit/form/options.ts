import type { Option } from './fields.ts';

/** The choices of a field: codes of the service with their texts, in the order of the texts. */
export const optionsOf = (texts: Readonly<Record<string, string>>): readonly Option[] =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));
