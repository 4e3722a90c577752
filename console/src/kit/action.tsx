import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { call, Refused } from '../api/call.ts';
import { changed } from '../api/cache.ts';
import { useKeys } from '../app/keys.ts';
import { useMay } from '../app/me.ts';
import { words } from '../words/index.ts';
import { Dialog } from './dialog.tsx';
import { bodyOf, changesOf } from './form/body.ts';
import { type Field, type Values, valuesOf } from './form/fields.ts';
import { Form } from './form/form.tsx';
import { useIsHere } from './is-here.ts';
import { say } from './toast.tsx';
import { said } from './said.ts';

type Answer = { readonly id?: string; readonly number?: string | null };

/** As it was when its window opened: what others change behind it belongs to the next one. */
type Opened = { readonly start: Values; readonly body: object };

export type Action = {
  /** The button, which says what it does. */
  readonly label: string;
  readonly path: string;
  readonly method?: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The permission without which it is not offered; none for what concerns oneself. */
  readonly needs?: string;
  /** Fields that a window asks for before the action. */
  readonly fields?: readonly Field[];
  readonly start?: object;
  /** Effect that cannot be undone, shown in the window. With it and no fields, the window asks for a yes. */
  readonly warning?: string;
  readonly body?: object;
  readonly complete?: (body: Record<string, unknown>) => object;
  /** Waits for what is still being written of the record; without a yes nothing is done. */
  readonly before?: () => Promise<boolean>;
  /** Paths of the API, or their beginnings, whose answers change with it. */
  readonly changes: readonly string[];
  readonly done?: string | ((answer: Answer) => string);
  readonly onDone?: (answer: Answer) => void;
  readonly undo?: { readonly path: string; readonly method?: 'POST' | 'DELETE' };
  readonly isPrimary?: boolean;
  readonly isDangerous?: boolean;
  /** A single letter, while the record is open. */
  readonly letter?: string;
  readonly children?: ComponentChildren;
};

/** Action on a record: a button for those who may, a window where input is needed. */
export function ActionButton(action: Action) {
  const { label, path, method = 'POST', needs, fields = [], warning, body = {}, complete = (typed) => typed } = action;
  const may = useMay()(needs);
  const [opened, setOpened] = useState<Opened>();
  const [isBusy, setBusy] = useState(false);
  const isHere = useIsHere();
  const asks = action.fields !== undefined || warning !== undefined;
  const close = () => setOpened(undefined);
  const send = async (typed: object, key: string) => {
    if (action.before && !(await action.before())) return close();
    const answer = await call<Answer>(path, { method, body: typed, key });
    close();
    finish(isHere.current ? action : { ...action, onDone: () => undefined }, answer ?? {});
  };
  const begin = async () => {
    if (asks) return setOpened({ start: valuesOf(fields, action.start ?? {}), body });
    setBusy(true);
    try {
      await send({ ...body, ...complete({}) }, crypto.randomUUID());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(said(error.problem));
    } finally {
      setBusy(false);
    }
  };
  useKeys(may && action.letter !== undefined ? { [action.letter]: () => void begin() } : {});
  if (!may) return null;
  return (
    <>
      <button
        type="button"
        class={action.isPrimary ? 'primary' : action.isDangerous ? 'danger' : ''}
        disabled={isBusy}
        onClick={() => void begin()}
      >
        {label}
        {action.letter && <kbd>{action.letter.toUpperCase()}</kbd>}
      </button>
      {opened && (
        <Dialog title={label} onClose={close}>
          {warning !== undefined && <p>{warning}</p>}
          {action.children}
          <Form
            fields={fields}
            start={opened.start}
            submit={label}
            isDangerous={action.isDangerous === true}
            onCancel={close}
            onSubmit={(values, key) => {
              const typed = method === 'PATCH' ? changesOf(fields, values, opened.start) : bodyOf(fields, values);
              return send({ ...opened.body, ...complete(typed) }, key);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function finish({ changes, done, onDone, undo, label }: Action, answer: Answer): void {
  changed(...changes);
  const text = typeof done === 'function' ? done(answer) : (done ?? `${label}: ${words.value.form.done}`);
  say(text, undo && (() => void takeBack(undo, changes)));
  onDone?.(answer);
}

async function takeBack(
  { path, method = 'POST' }: NonNullable<Action['undo']>,
  changes: readonly string[],
): Promise<void> {
  try {
    await call(path, { method, body: {} });
    changed(...changes);
    say(words.value.form.undone);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say(said(error.problem));
  }
}
