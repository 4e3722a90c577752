/** Keeps only the fields that the caller named in `fields`, in each row of a list or in the one record. */
export function pickFields(output: unknown, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('fields' in input)) return output;
  const fields = input.fields;
  if (!Array.isArray(fields) || typeof output !== 'object' || output === null) return output;
  const wanted = new Set<string>(['id', ...fields]);
  const pick = (row: object) => Object.fromEntries(Object.entries(row).filter(([key]) => wanted.has(key)));
  if ('data' in output && Array.isArray(output.data)) return { ...output, data: output.data.map(pick) };
  return pick(output);
}
