import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Refused, type Problem } from '../../api/call.ts';
import { sentLater } from '../../api/resend.ts';
import { drop, unsent } from '../../api/unsent.ts';
import { isMac, useKeys } from '../../app/keys.ts';
import { filled, words } from '../../words/index.ts';
import { Refusal } from '../problem.tsx';
import { besideFields, faultsByField } from '../said.ts';
import { plain } from '../values.ts';
import { Control } from './control.tsx';
import { choicesMade } from './choices-made.ts';
import { faultsLeft } from './faults-left.ts';
import {
  type Change,
  type Fault,
  type Field,
  faultsIn,
  shownFields,
  type Value,
  valueAfter,
  type Values,
} from './fields.ts';
import { keptDraft } from './draft.ts';

export type Form = {
  readonly fields: readonly Field[];
  readonly start: Values;
  /** The button, which says what it does. */
  readonly submit: string;
  /** Sends it. The key belongs to this form: pressed twice, it happens once. */
  readonly onSubmit: (values: Values, key: string) => Promise<void>;
  readonly onCancel?: (() => void) | undefined;
  /** Name under which typed values survive a reload. */
  readonly draft?: string | undefined;
  /** Whoever opens it is about to type. */
  readonly isEntry?: boolean;
  /** Below the fields, such as totals that follow from them. */
  readonly children?: ComponentChildren;
  readonly onValues?: (values: Values) => void;
  /** Takes the place of what stands in these fields, when it is another object than before. */
  readonly merged?: Values | undefined;
  /** Below a field. */
  readonly beside?: (field: Field, set: (value: Value) => void) => ComponentChildren;
  readonly isDangerous?: boolean;
};

/** The place of a field, or the first of a whole: `address` is found at `address.line1`. */
function fieldNamed(form: HTMLFormElement | null, name: string): HTMLElement | undefined {
  if (form === null || name === '') return undefined;
  const places = [...form.querySelectorAll<HTMLElement>('[data-field]')];
  return places.find(({ dataset: { field = '' } }) => field === name || field.startsWith(`${name}.`));
}

/** Fields and one button. What the service refuses is put to its field, and nothing is cleared. */
export function Form(props: Form) {
  const {
    fields,
    start,
    submit,
    onSubmit,
    onCancel,
    draft,
    isEntry = false,
    children,
    onValues,
    merged,
    beside,
    isDangerous,
  } = props;
  const w = words.value;
  const kept = keptDraft<Values>(draft);
  const [before, setBefore] = useState(() => draftOf(kept.read(), fields, start));
  const [values, setValues] = useState<Values>(() => ({ ...start, ...before?.values }));
  // Keys come faster than pages are drawn: what counts is what was typed, not what is shown of it.
  const typed = useRef(values);
  const [problem, setProblem] = useState<Problem>();
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const key = useRef<string>(before?.key ?? crypto.randomUUID());
  const box = useRef<HTMLFormElement>(null);
  const write = () => kept.write({ values: withoutSecrets(fields, typed.current), key: key.current });
  const set = (name: string, change: Change) => {
    const last = typed.current;
    const next = { ...last, [name]: valueAfter(last[name], change) };
    typed.current = next;
    setValues(next);
    write();
    onValues?.(next);
    setFaults((all) => faultsLeft(all, name, last, next));
  };
  const beginAnew = () => {
    kept.forget();
    key.current = crypto.randomUUID();
    typed.current = start;
    setValues(start);
    setBefore(undefined);
    onValues?.(start);
  };
  // Values typed before a reload may be sent after this form opened. It is then done and starts anew.
  useEffect(() => sentLater.subscribe((sent) => void (sent === key.current && beginAnew())), []);
  // A link may name the field that it is about.
  useEffect(() => {
    const named = fieldNamed(box.current, decodeURIComponent(location.hash.slice(1)));
    named?.scrollIntoView({ block: 'center' });
    const first = named ?? (isEntry ? box.current?.querySelector('.fields') : undefined);
    first?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, []);
  // A draft that was kept is what stands here, whatever it began with.
  useEffect(() => onValues?.(values), []);
  useEffect(() => {
    if (merged === undefined) return;
    typed.current = { ...typed.current, ...merged };
    setValues(typed.current);
  }, [merged]);
  const isRefused = useRef(false);
  const refuse = (wrong: readonly (readonly [string, string])[]) => {
    isRefused.current = true;
    // The first of several about one field is its cause.
    setFaults(new Map(wrong.toReversed()));
  };
  // The first of the fields at fault has the focus, once: whoever mends one is not taken to the next while typing.
  useLayoutEffect(() => {
    if (!isRefused.current) return;
    isRefused.current = false;
    box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [faults]);
  const send = async () => {
    if (isBusy) return;
    await choicesMade();
    const wrong = faultsIn(fields, typed.current);
    if (wrong.length > 0) return refuse(wrong.map((fault) => [fault.name, textOf(fault)]));
    setBusy(true);
    setProblem(undefined);
    setFaults(new Map());
    write();
    try {
      await onSubmit(typed.current, key.current);
      key.current = crypto.randomUUID();
      kept.forget();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // An answer that was refused is kept under its key: the mended form is another call.
      if (error.problem.status !== 0) key.current = crypto.randomUUID();
      write();
      setProblem(besideFields(error.problem, shownFields(fields, typed.current)));
      refuse(faultsByField(error.problem));
    } finally {
      setBusy(false);
    }
  };
  useKeys({ 'mod+Enter': () => void send() });
  const shown = shownFields(fields, values);
  const groups = [...new Set(shown.map(({ group }) => group))];
  // The request holds the values typed at that moment, so the form waits for its answer before more is typed.
  const waiting = isBusy ? unsent.value.filter((one) => one.key.startsWith(key.current)) : [];
  return (
    <form
      ref={box}
      class="entry-form"
      tabIndex={-1}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        // A window in front has the keys to itself, so its form takes them here.
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && box.current?.closest('dialog')) void send();
      }}
    >
      <Refusal problem={problem} />
      {before !== undefined && !isBusy && (
        <p class="notice">
          {w.form.restored}{' '}
          <button type="button" class="bare" onClick={beginAnew}>
            {w.form.beginAnew}
          </button>
        </p>
      )}
      {waiting.map(({ key: sent, title }) => (
        <p key={sent} class="notice">
          {filled(w.unsent.waiting, { title })}{' '}
          <button type="button" class="bare" onClick={() => drop(sent)}>
            {w.unsent.stop}
          </button>
        </p>
      ))}
      {groups.map((group) => (
        <fieldset key={group ?? ''} class="fields" inert={waiting.length > 0}>
          {group !== undefined && <legend>{group}</legend>}
          {shown
            .filter((field) => field.group === group)
            .map((field) => (
              <div
                key={field.name}
                class="held"
                data-field={field.name}
                data-wide={field.isWide ?? ['area', 'lines', 'many'].includes(field.kind ?? '')}
              >
                <Control
                  field={field}
                  value={values[field.name]}
                  fault={faults.get(field.name)}
                  faults={faults}
                  onChange={(value) => set(field.name, value)}
                />
                {beside?.(field, (value) => set(field.name, value))}
              </div>
            ))}
        </fieldset>
      ))}
      {children}
      <p class="deeds">
        <button type="submit" class={isDangerous ? 'danger' : 'primary'} disabled={isBusy} aria-busy={isBusy}>
          {submit}
          <kbd>{isMac ? '⌘' : 'Ctrl '}↵</kbd>
        </button>
        {onCancel && (
          <button type="button" class="bare" onClick={onCancel}>
            {w.form.cancel}
          </button>
        )}
      </p>
    </form>
  );
}

/** The draft, unless it equals the values that the form starts with. */
function draftOf<Draft extends { readonly values: Values }>(
  draft: Draft | undefined,
  fields: readonly Field[],
  start: Values,
): Draft | undefined {
  const { values = {} } = draft ?? {};
  const isOther = fields.some(
    ({ name }) => values[name] !== undefined && JSON.stringify(values[name]) !== JSON.stringify(start[name] ?? ''),
  );
  return isOther ? draft : undefined;
}

const withoutSecrets = (fields: readonly Field[], values: Values): Values =>
  Object.fromEntries(fields.flatMap(({ name, kind }) => (kind === 'password' ? [] : [[name, values[name]] as const])));

function textOf({ is }: Fault): string {
  const { form } = words.value;
  if (is === 'required') return form.required;
  return filled(is === 'amount' ? form.notAmount : form.notNumber, { example: plain('1234.5') });
}
