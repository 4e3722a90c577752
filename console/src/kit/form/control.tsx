import { useId } from 'preact/hooks';
import { filled, words } from '../../words/index.ts';
import { Icon } from '../icon.tsx';
import { Below } from './below.tsx';
import { ColorSwatch } from './color-swatch.tsx';
import {
  asText,
  type Change,
  type Field,
  rowsOf,
  shownFields,
  textIn,
  type Values,
  valueAfter,
  type Value,
} from './fields.ts';
import { Many } from './many.tsx';
import { RecordField } from './record-field.tsx';

export type Control = {
  readonly field: Field;
  readonly value: Value | undefined;
  readonly onChange: (change: Change) => void;
  /** Name of the chosen record, where its line has it. */
  readonly called?: string | undefined;
  /** Error message. */
  readonly fault?: string | undefined;
  readonly faults: ReadonlyMap<string, string>;
  /** In a table the head of the column says its name. */
  readonly isCell?: boolean;
};

/** The compiler ties further attributes to each type, of which these fields have none. */
function typeOf(kind: string): { readonly type?: 'text' } {
  const type = kind === 'day' ? 'date' : ['email', 'url', 'tel', 'password'].includes(kind) ? kind : 'text';
  return { type: type as 'text' };
}

/** The id of the note below a field, where it has one. */
function noteOf(id: string, note: string | undefined): string | undefined {
  return note === undefined ? undefined : `${id}note`;
}

/** One field with its name, hint and fault. */
export function Control(props: Control) {
  const { field, value, onChange, called, fault, faults, isCell = false } = props;
  const id = useId();
  const { kind = 'text', label, hint, isRequired = false } = field;
  if (kind === 'kept') return null;
  if (kind === 'lines')
    return <Lines field={field} rows={rowsOf(value)} onChange={onChange} faults={faults} fault={fault} />;
  const text = asText(value);
  if (kind === 'many') return <Many field={field} text={text} onChange={onChange} fault={fault} />;
  if (kind === 'record' && field.source)
    return (
      <div class="field" data-wide={field.isWide}>
        <RecordField
          label={label}
          note={isRequired || isCell ? undefined : words.value.form.optional}
          source={field.source}
          value={text}
          called={called}
          hint={field.placeholder}
          isInvalid={fault !== undefined}
          onChange={onChange}
        />
        <Below id={id} hint={hint} fault={fault} />
      </div>
    );
  const shared = {
    id,
    name: field.name,
    'aria-invalid': fault !== undefined,
    'aria-describedby': noteOf(id, hint ?? fault),
    placeholder: field.placeholder,
    'aria-label': isCell ? label : undefined,
  };
  if (kind === 'yes')
    return (
      <div class="field tick" data-wide={field.isWide}>
        <label for={id}>
          <input
            {...shared}
            type="checkbox"
            checked={value === true}
            onChange={(e) => onChange(e.currentTarget.checked)}
          />
          {isCell ? '' : label}
        </label>
        <Below id={id} hint={hint} fault={fault} />
      </div>
    );
  const typedInput = (
    <input
      {...shared}
      {...typeOf(kind)}
      {...(['money', 'number', 'whole'].includes(kind) ? { inputmode: 'decimal' as const, class: 'figure' } : {})}
      autocomplete={field.autocomplete ?? 'off'}
      required={isRequired}
      value={text}
      onInput={(e) => onChange(e.currentTarget.value)}
    />
  );
  return (
    <div class="field" data-kind={kind} data-wide={field.isWide ?? kind === 'area'}>
      {!isCell && (
        <label for={id}>
          {label}
          {!isRequired && kind !== 'choice' && <small class="quiet"> {words.value.form.optional}</small>}
        </label>
      )}
      {kind === 'area' ? (
        <textarea
          {...shared}
          rows={3}
          required={isRequired}
          value={text}
          onInput={(e) => onChange(e.currentTarget.value)}
        />
      ) : kind === 'choice' ? (
        <select {...shared} required={isRequired} value={text} onChange={(e) => onChange(e.currentTarget.value)}>
          {(!isRequired || text === '') && <option value="">{words.value.form.choose}</option>}
          {field.options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : kind === 'color' ? (
        <span class="color">
          <ColorSwatch label={label} text={text} usual={field.placeholder} onChange={onChange} />
          {typedInput}
        </span>
      ) : (
        typedInput
      )}
      <Below id={id} hint={hint} fault={fault} />
      {field.advice !== undefined && (
        <p class="advice" role="status">
          {field.advice.text}{' '}
          <button type="button" class="bare" onClick={() => onChange(field.advice?.value ?? '')}>
            {filled(words.value.form.use, { value: field.advice.value })}
          </button>
        </p>
      )}
    </div>
  );
}

type Lines = {
  readonly field: Field;
  readonly rows: readonly Values[];
  readonly onChange: (change: Change) => void;
  readonly faults: ReadonlyMap<string, string>;
  readonly fault: string | undefined;
};

/** Fields that follow from the old value are emptied. */
function rowAfter(row: Values, { name, clears = [] }: Field, change: Change): Values {
  const emptied = Object.fromEntries(clears.map((other) => [other, undefined]));
  return { ...row, [name]: valueAfter(row[name], change), ...emptied };
}

/** Rows of fields: the lines of a bill, of an entry, of a count. */
function Lines({ field, rows, onChange, faults, fault }: Lines) {
  const w = words.value;
  const { columns = [], label, name, hint } = field;
  const id = useId();
  const change = (at: number, column: Field, value: Change) =>
    onChange((before) => rowsOf(before).map((row, n) => (n === at ? rowAfter(row, column, value) : row)));
  return (
    <fieldset class="rows" data-wide aria-describedby={noteOf(id, hint ?? fault)}>
      <legend>{label}</legend>
      <Below id={id} hint={hint} fault={fault} />
      {rows.map((row, at) => (
        <div key={at} class="row-fields" role="group" aria-label={`${label} ${at + 1}`}>
          {shownFields(columns, row).map((column) => (
            <Control
              key={column.name}
              field={column}
              value={row[column.name]}
              called={column.calledBy && textIn(row, column.calledBy)}
              fault={faults.get(`${name}.${at}.${column.name}`)}
              faults={faults}
              onChange={(value) => change(at, column, value)}
            />
          ))}
          <button
            type="button"
            class="bare"
            aria-label={filled(w.form.removeLine, { n: at + 1 })}
            onClick={() => onChange((before) => rowsOf(before).filter((_, n) => n !== at))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <button type="button" onClick={() => onChange((before) => [...rowsOf(before), {}])}>
        <Icon name="plus" />
        {w.form.addLine}
      </button>
    </fieldset>
  );
}
