import { isDay } from '../../core/calendar.ts';
import { parseDecimal } from '../../core/decimal.ts';
import { arrayOf, sql } from '../../db/sql.ts';
import { batched } from '../../operation/batched.ts';
import { type FieldError, validationFailed } from '../../operation/errors.ts';
import type { Context, Operation } from '../../operation/operation.ts';
import type { CustomField } from './custom-field.ts';
import { type FieldKind, type Writing, writingOf } from './kinds.ts';

type Values = Readonly<Record<string, unknown>>;
type Defined = Pick<CustomField, 'key' | 'label' | 'type' | 'required' | 'choices'> & { readonly archived: boolean };
type Definitions = { readonly kind: FieldKind; readonly fields: readonly Defined[]; readonly refuse_unknown: boolean };
/** The fields of one record that is written, and where they are in the input. */
type Sent = { readonly kind: FieldKind; readonly at: string; readonly values: Values };

/**
 * The operation, holding the custom fields that it is sent to what the organisation says of them. Around the operation
 * and not within, so that every one of them does the same, and in the flight of its own first statements.
 */
export function heldToFields(operation: Operation): Operation {
  const writing = writingOf(operation);
  if (writing === undefined) return operation;
  const { refuses = [] } = operation;
  return {
    ...operation,
    refuses: refuses.includes(validationFailed) ? refuses : [...refuses, validationFailed],
    run: async (context, input, prepared) => {
      const sent = customFieldsIn(input);
      if (sent === undefined && !writing.creates) return operation.run(context, input, prepared);
      let before: unknown;
      const watched = watching(context, (record) => (before = record));
      const [defined, done] = await Promise.allSettled([
        definitionsOf(context, writing),
        operation.run(watched, input, prepared),
      ]);
      // Refusals of the operation itself come first, such as a missing record.
      if (done.status === 'rejected') throw done.reason;
      if (defined.status === 'rejected') throw defined.reason;
      const whole = { kind: writing.kind, at: '', values: sent ?? {} };
      check(defined.value, [whole, ...partsIn(input, writing)], customFieldsIn(before) ?? {});
      return done.value;
    },
  };
}

function customFieldsIn(value: unknown): Values | undefined {
  if (typeof value !== 'object' || value === null || !('custom_fields' in value)) return undefined;
  // The schemas of records and of their inputs say so.
  return value.custom_fields as Values | undefined;
}

function partsIn(input: unknown, { parts }: Writing): Sent[] {
  if (parts === undefined) return [];
  // The operation's own schema made it.
  const sent = (input as Readonly<Record<string, readonly unknown[] | undefined>>)[parts.field] ?? [];
  return sent.map((part, index) => ({
    kind: parts.kind,
    at: `/${parts.field}/${index}`,
    values: customFieldsIn(part) ?? {},
  }));
}

/** The context, telling us too what the record was before. All else, the actor included, is the context's own. */
function watching(context: Context, tell: (record: unknown) => void): Context {
  const before: Context['before'] = (record) => {
    tell(record);
    context.before(record);
  };
  return Object.create(context, { before: { value: before } }) as Context;
}

function definitionsOf(context: Context, { kind, parts }: Writing): Promise<Definitions[]> {
  return definitions(context, parts === undefined ? [kind] : [kind, parts.kind]);
}

const definitions = batched('read', async ({ db, organization }: Context, asked: readonly FieldKind[][]) => {
  const rows = await db.many<Definitions>(sql`
    select of.kind, coalesce((select jsonb_agg(jsonb_build_object('key', key, 'label', label, 'type', type,
          'required', required, 'choices', choices, 'archived', archived_at is not null) order by position, id)
        from custom_fields where organization_id = ${organization} and custom_fields.kind = of.kind), '[]') as fields,
      exists (select from custom_field_rules
        where organization_id = ${organization} and of.kind = any(refuse_unknown)) as refuse_unknown
    from unnest(${arrayOf('text', [...new Set(asked.flat())])}) as of (kind)`);
  return asked.map((kinds) => rows.filter(({ kind }) => kinds.includes(kind)));
});

/** Unchanged values stay valid: a choice may have been removed since, or the field be younger. */
function check(all: readonly Definitions[], records: readonly Sent[], before: Values): void {
  const errors = records.flatMap((record) => {
    const defined = all.find(({ kind }) => kind === record.kind);
    return defined === undefined ? [] : faultsOf(defined, record, record.at === '' ? before : {});
  });
  const [first] = errors;
  if (first !== undefined) throw validationFailed({ errors, hint: first.message });
}

function faultsOf({ fields, refuse_unknown: refuseUnknown }: Definitions, record: Sent, before: Values): FieldError[] {
  const { at, values: sent } = record;
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const active = fields.filter(({ archived }) => !archived);
  const missing = active.filter(({ key, required }) => required && isEmpty(own(sent, key)));
  return [
    ...missing.map((field) =>
      fault(at, field.key, 'required', `The field ${field.label} is required. ${howToWrite(field)}`),
    ),
    ...Object.entries(sent).flatMap(([key, value]): FieldError[] => {
      const field = byKey.get(key);
      if (isEmpty(value) || value === own(before, key)) return [];
      if (field === undefined || field.archived) {
        const known = active.map(({ key: name }) => name).join(', ');
        return refuseUnknown
          ? [fault(at, key, 'unknown_field', `There is no such custom field. Fields: ${known}.`)]
          : [];
      }
      return fits(field, value) ? [] : [fault(at, key, `not_a_${field.type}`, howToWrite(field))];
    }),
  ];
}

function own(values: Values, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function fault(at: string, key: string, code: string, message: string): FieldError {
  const escaped = key.replaceAll('~', '~0').replaceAll('/', '~1');
  return { pointer: `${at}/custom_fields/${escaped}`, code, message };
}

function fits({ type, choices }: Defined, value: unknown): boolean {
  if (type === 'boolean') return typeof value === 'boolean';
  if (typeof value !== 'string') return false;
  if (type === 'number') return parseDecimal(value) !== undefined;
  if (type === 'date') return isDay(value);
  if (type === 'choice') return choices.includes(value);
  return type === 'text' || isWebAddress(value);
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}

function howToWrite({ type, choices }: Defined): string {
  if (type === 'choice') return `Write one of: ${choices.join(', ')}.`;
  return ways[type];
}

const ways = {
  text: 'Write a text.',
  number: 'Write a number as a string, such as "19.99".',
  date: 'Write a date, such as "2026-01-31".',
  boolean: 'Write true or false.',
  url: 'Write a URL that begins with https:// or http://.',
} as const;
