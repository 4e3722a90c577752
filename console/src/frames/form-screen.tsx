import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { call, type Problem, Refused } from '../api/call.ts';
import { changed, readAgain, useRead } from '../api/cache.ts';
import { go, query } from '../app/router.ts';
import { bodyOf, changesOf } from '../kit/form/body.ts';
import { type Field, type Values, valuesOf } from '../kit/form/fields.ts';
import { Form } from '../kit/form/form.tsx';
import { Icon } from '../kit/icon.tsx';
import { Trouble, Waiting } from '../kit/states.tsx';
import { say } from '../kit/toast.tsx';
import { useIsHere } from '../kit/is-here.ts';
import { words } from '../words/index.ts';

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

type EditForm = {
  readonly fields: readonly Field[];
  readonly path: string;
  readonly changes: readonly string[];
  /** Makes of what changed what the service takes. */
  readonly complete?: (body: Record<string, unknown>) => Record<string, unknown>;
  readonly onSaved?: (saved: Saved) => void;
  readonly onCancel?: () => void;
  readonly children?: ComponentChildren;
  readonly onValues?: (values: Values) => void;
};

/** Settings are this form alone. Changes of somebody else are shown beside the fields, never written over. */
export function EditForm(form: EditForm) {
  const { fields, path, changes, complete = (body) => body, onSaved, onCancel, children, onValues } = form;
  const isHere = useIsHere();
  const { data, problem } = useRead<{ readonly version?: number }>(path);
  const [base, setBase] = useState<{ readonly record: object; readonly version: number | undefined }>();
  const [meanwhile, setMeanwhile] = useState<Meanwhile>({ merged: {}, theirs: {} });
  if (data === undefined)
    return problem ? <Trouble problem={problem} again={() => changed(path)} /> : <Waiting lines={8} />;
  const of = base ?? { record: data, version: data.version };
  const before = valuesOf(fields, of.record);
  const submit = async (values: Values, key: string) => {
    const body = complete(changesOf(fields, values, before));
    if (Object.keys(body).length > 0) {
      try {
        await call(path, { method: 'PATCH', body: { ...body, ...(of.version && { version: of.version }) }, key });
      } catch (error) {
        if (!(error instanceof Refused) || error.problem.code !== 'version_conflict') throw error;
        const fresh = await readAgain<{ readonly version: number }>(path);
        setBase({ record: fresh, version: fresh.version });
        setMeanwhile(meanwhileOf(valuesOf(fields, fresh), before, values));
        throw new Refused({ ...error.problem, hint: words.value.form.conflict });
      }
    }
    const saved = await readAgain<Saved & { readonly version: number }>(path);
    setBase({ record: saved, version: saved.version });
    setMeanwhile({ merged: {}, theirs: {} });
    changed(...changes);
    say(words.value.form.saved);
    if (isHere.current) onSaved?.(saved);
  };
  return (
    <Form
      fields={fields}
      start={before}
      merged={meanwhile.merged}
      theirs={meanwhile.theirs}
      submit={words.value.form.save}
      // Of this version: what was typed over another would write over what somebody else changed.
      draft={`${path} ${of.version}`}
      onSubmit={submit}
      onCancel={onCancel}
      {...(onValues && { onValues })}
    >
      {children}
    </Form>
  );
}

type Meanwhile = { readonly merged: Values; readonly theirs: Values };

/** Fields that only the other user changed are merged; the person decides on those that both changed. */
function meanwhileOf(fresh: Values, before: Values, ours: Values): Meanwhile {
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const changedByThem = Object.entries(fresh).filter(([name, value]) => !same(value, before[name]));
  const merged = changedByThem.filter(([name]) => same(ours[name], before[name]));
  const theirs = changedByThem.filter(([name, value]) => !same(ours[name], before[name]) && !same(ours[name], value));
  return { merged: Object.fromEntries(merged), theirs: Object.fromEntries(theirs) };
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
