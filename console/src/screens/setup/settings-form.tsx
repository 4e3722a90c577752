import type { ComponentChildren } from 'preact';
import { useMay } from '../../app/me.ts';
import { EditForm } from '../../frames/edit-form.tsx';
import { FormPage } from '../../frames/form-screen.tsx';
import { useRead } from '../../api/cache.ts';
import { Facts } from '../../kit/facts.tsx';
import { type Field, valuesOf } from '../../kit/form/fields.ts';
import { words } from '../../words/index.ts';

type SettingsForm = {
  readonly title: string;
  readonly path: string;
  readonly needs: string;
  readonly fields: readonly Field[];
  readonly complete?: (body: Record<string, unknown>) => Record<string, unknown>;
  readonly children?: ComponentChildren;
};

/** One part of the settings that is a form. Who may not change it reads it. */
export function SettingsForm({ title, path, needs, fields, complete, children }: SettingsForm) {
  const { setup } = words.value;
  const may = useMay()(needs);
  return (
    <FormPage title={title} back={{ href: '/settings', label: setup.title }}>
      {may ? (
        <EditForm path={path} fields={fields} changes={[path, 'auth/me']} {...(complete && { complete })} />
      ) : (
        <Read path={path} fields={fields} />
      )}
      {children}
    </FormPage>
  );
}

function Read({ path, fields }: { readonly path: string; readonly fields: readonly Field[] }) {
  const { data } = useRead<object>(path);
  const values = valuesOf(fields, data ?? {});
  const shown = fields.flatMap(({ name, label, options = [] }): [string, string][] => {
    const value = values[name];
    if (typeof value !== 'string') return value === true ? [[label, words.value.form.yes]] : [];
    return [[label, options.find((option) => option.value === value)?.label ?? value]];
  });
  return (
    <>
      <p class="notice">{words.value.setup.readOnly}</p>
      <Facts of={shown} />
    </>
  );
}
