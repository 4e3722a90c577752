import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { call, Refused } from '../api/call.ts';
import { changed, readAgain, useFirst } from '../api/cache.ts';
import { changesOf } from '../kit/form/body.ts';
import { type Field, type Values, valuesOf } from '../kit/form/fields.ts';
import { Form } from '../kit/form/form.tsx';
import { Trouble, Waiting } from '../kit/states.tsx';
import { say } from '../kit/toast.tsx';
import { useIsHere } from '../kit/is-here.ts';
import { words } from '../words/index.ts';
import { Theirs } from './theirs.tsx';

type Saved = { readonly id: string };

type EditForm = {
  readonly fields: readonly Field[];
  readonly path: string;
  readonly changes: readonly string[];
  /** Makes of what changed what the service takes. */
  readonly complete?: (body: Record<string, unknown>) => Record<string, unknown>;
  readonly onSaved?: (saved: Saved) => void;
  readonly onCancel?: () => void;
  /** Whoever opens it is about to type. */
  readonly isEntry?: boolean;
  readonly children?: ComponentChildren;
  readonly onValues?: (values: Values) => void;
};

/** Settings are this form alone. Changes of somebody else are shown beside the fields, never written over. */
export function EditForm(form: EditForm) {
  const { fields, path, changes, complete = (body) => body, onSaved, onCancel, isEntry = false } = form;
  const { children, onValues } = form;
  const isHere = useIsHere();
  const { data, problem } = useFirst<{ readonly version?: number }>(path);
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
      beside={(field, onTake) => {
        const value = meanwhile.theirs[field.name];
        return value !== undefined && <Theirs field={field} value={value} onTake={onTake} />;
      }}
      submit={words.value.form.save}
      // Of this version: what was typed over another would write over what somebody else changed.
      draft={`${path} ${of.version}`}
      onSubmit={submit}
      onCancel={onCancel}
      isEntry={isEntry}
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
