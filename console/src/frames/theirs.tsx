import { type Field, shownText, type Value } from '../kit/form/fields.ts';
import { longDay } from '../kit/values.ts';
import { filled, words } from '../words/index.ts';

type Theirs = { readonly field: Field; readonly value: Value; readonly onTake: (value: Value) => void };

/** Below a field that two people changed: what the other entered, to be taken in place of what stands there. */
export function Theirs({ field, value, onTake }: Theirs) {
  const w = words.value.form;
  const text = textOf(field, value);
  return (
    <p class="theirs">
      {text === undefined ? w.theirsToo : filled(w.theirs, { value: text })}
      <button type="button" class="bare" onClick={() => onTake(value)}>
        {w.takeTheirs}
      </button>
    </p>
  );
}

const legible = ['text', 'area', 'email', 'url', 'tel', 'money', 'number', 'whole', 'color'];

/** Undefined for what a person does not read as it is kept: an id, lines. */
function textOf({ kind = 'text', options = [] }: Field, value: Value): string | undefined {
  if (value === '') return '—';
  const text = shownText(value);
  if (kind === 'day') return longDay(text);
  if (kind === 'choice') return options.find((one) => one.value === text)?.label;
  return legible.includes(kind) ? text : undefined;
}
