import type { ComponentChildren } from 'preact';
import { call, type Problem, Refused } from '../api/call.ts';
import { changed } from '../api/cache.ts';
import { go, query } from '../app/router.ts';
import { bodyOf } from '../kit/form/body.ts';
import { type Field, type Values, valuesOf } from '../kit/form/fields.ts';
import { Form } from '../kit/form/form.tsx';
import { Icon } from '../kit/icon.tsx';
import { say } from '../kit/toast.tsx';
import { useIsHere } from '../kit/is-here.ts';
import { words } from '../words/index.ts';
import { EditForm } from './edit-form.tsx';

type Saved = { readonly id: string };

type Shared = {
  readonly title: string;
  readonly fields: readonly Field[];
  /** Link that leaves the form. */
  readonly back: { readonly href: string; readonly label: string };
  /** Address after saving; that of `back` by default. */
  readonly to?: (saved: Saved) => string;
  /** Paths of the API, or their beginnings, whose answers change with it. */
  readonly changes: readonly string[];
  readonly children?: ComponentChildren;
  readonly onValues?: (values: Values) => void;
};

type CreateScreen = Shared & {
  /** Path of the API that the form is sent to. */
  readonly path: string;
  readonly submit?: string;
  readonly start?: object;
  /** Adds what no field holds. */
  readonly complete?: (body: Record<string, unknown>, values: Values) => object;
  /** What the form does, where its title does not say it. */
  readonly notice?: string;
  /** In place of leaving the form. */
  readonly onCreated?: (saved: Saved) => void;
  /** For what a person can answer, such as a record that may be there already. */
  readonly onRefused?: (problem: Problem) => void;
};

/** The frame of an entry form. */
export function CreateScreen(screen: CreateScreen) {
  const { path, submit, start = {}, complete = (body) => body, notice, onCreated, onRefused, ...shared } = screen;
  const { title, fields, back, to, changes, children, onValues } = shared;
  const isHere = useIsHere();
  return (
    <FormPage title={title} back={back}>
      {notice !== undefined && <p class="notice">{notice}</p>}
      <Form
        fields={fields}
        start={valuesOf(fields, start)}
        submit={submit ?? words.value.form.create}
        draft={`${path}?${query.value}`}
        isEntry
        {...(onValues && { onValues })}
        onCancel={() => go(back.href)}
        onSubmit={async (values, key) => {
          const body = complete(bodyOf(fields, values), values);
          const saved = await call<Saved>(path, { method: 'POST', body, key }).catch((error: unknown) => {
            if (error instanceof Refused) onRefused?.(error.problem);
            throw error;
          });
          changed(...changes);
          say(words.value.form.saved);
          if (!isHere.current) return;
          if (onCreated) onCreated(saved);
          else go(to?.(saved) ?? back.href);
        }}
      >
        {children}
      </Form>
    </FormPage>
  );
}

type EditScreen = Shared & {
  /** Of the record: it is read from here, and its changes are sent here. */
  readonly path: string;
};

/** The same for a record that is there. */
export function EditScreen({ title, back, path, ...rest }: EditScreen) {
  return (
    <FormPage title={title} back={back}>
      <EditForm
        {...rest}
        path={path}
        onCancel={() => go(back.href)}
        onSaved={(saved) => go(rest.to?.(saved) ?? back.href)}
      />
    </FormPage>
  );
}

type FormPage = {
  readonly title: string;
  readonly back: { readonly href: string; readonly label: string };
  readonly children: ComponentChildren;
};

export function FormPage({ title, back, children }: FormPage) {
  return (
    <div class="page narrow">
      <header class="top">
        <a class="bare back" href={back.href} aria-label={`${words.value.form.back}: ${back.label}`}>
          <Icon name="arrow" />
        </a>
        <h1 tabIndex={-1}>{title}</h1>
      </header>
      {children}
    </div>
  );
}
