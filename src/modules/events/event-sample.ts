type Schema = Readonly<Record<string, unknown>>;

/** A value that fits the schema of an event, with every field that it may have. */
export function sampleOf(schema: Schema): Record<string, unknown> {
  const sample = valueOf(schema);
  return isSchema(sample) ? sample : {};
}

function valueOf(schema: Schema): unknown {
  const choice = [schema['anyOf'], schema['oneOf']].flat().find((one) => isSchema(one) && one['type'] !== 'null');
  if (isSchema(choice)) return valueOf(choice);
  if ('const' in schema) return schema['const'];
  for (const given of [schema['examples'], schema['enum']]) if (Array.isArray(given)) return given[0];
  const type = [schema['type']].flat().find((one) => one !== 'null');
  if (type === 'object') return objectOf(schema);
  if (type === 'array') return isSchema(schema['items']) ? [valueOf(schema['items'])] : [];
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  return textOf(schema);
}

function objectOf({ properties }: Schema): Record<string, unknown> {
  const fields = Object.entries(isSchema(properties) ? properties : {});
  return Object.fromEntries(fields.map(([name, inner]) => [name, isSchema(inner) ? valueOf(inner) : null]));
}

function textOf({ format, pattern }: Schema): string {
  if (format === 'date') return '2026-03-31';
  if (format === 'date-time') return '2026-03-31T09:30:00.000Z';
  // Amounts, quantities and rates travel as decimal texts.
  return typeof pattern === 'string' && pattern.includes('[0-9]') ? '12.50' : 'text';
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
