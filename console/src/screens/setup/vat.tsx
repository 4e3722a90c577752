import { call } from '../../api/call.ts';
import { changed, useRead } from '../../api/cache.ts';
import { useMay } from '../../app/me.ts';
import { FormPage } from '../../frames/form-screen.tsx';
import { Facts } from '../../kit/facts.tsx';
import { changesOf } from '../../kit/form/body.ts';
import { type Field, valuesOf } from '../../kit/form/fields.ts';
import { Form } from '../../kit/form/form.tsx';
import { optionsOf } from '../../kit/form/options.ts';
import { Trouble, Waiting } from '../../kit/states.tsx';
import { say } from '../../kit/toast.tsx';
import { named, words } from '../../words/index.ts';
import { SettingsForm } from './settings-form.tsx';

type Settings = { readonly form: string; readonly output_basis: string };

function fieldsOf(): readonly Field[] {
  const t = words.value.vatReturns.how;
  return [
    { name: 'period', label: t.period, kind: 'choice', isRequired: true, options: optionsOf(t.periods) },
    { name: 'starts_on', label: t.startsOn, kind: 'day', isRequired: true, hint: t.startsOnHint },
    { name: 'input_basis', label: t.inputBasis, kind: 'choice', options: optionsOf(t.bases) },
    { name: 'basis_since', label: t.basisSince, kind: 'day', hint: t.basisSinceHint },
  ];
}

/** VAT settings. Where there are none yet, the same form creates them. */
export function VatSettings() {
  const { setup, vatReturns } = words.value;
  const t = vatReturns.how;
  const { data, problem } = useRead<Settings>('vat-settings');
  const title = setup.parts.vat.title;
  if (data === undefined)
    return (
      <FormPage title={title} back={{ href: '/settings', label: setup.title }}>
        {problem === undefined ? (
          <Waiting lines={6} />
        ) : problem.status === 404 ? (
          <First />
        ) : (
          <Trouble problem={problem} />
        )}
      </FormPage>
    );
  return (
    <SettingsForm title={title} path="vat-settings" needs="vat:write" fields={fieldsOf()}>
      <Facts
        of={[
          [t.form, data.form],
          [t.outputBasis, named(t.bases, data.output_basis)],
        ]}
      />
    </SettingsForm>
  );
}

function First() {
  const { setup, form, vatReturns } = words.value;
  const fields = fieldsOf();
  const before = valuesOf(fields, {});
  if (!useMay()('vat:write')) return <p class="notice">{setup.readOnly}</p>;
  return (
    <Form
      fields={fields}
      start={valuesOf(fields, { period: 'quarter' })}
      submit={form.save}
      isEntry
      onSubmit={async (values, key) => {
        await call('vat-settings', { method: 'PATCH', body: changesOf(fields, values, before), key });
        changed('vat-');
        say(form.saved);
      }}
    >
      <p class="quiet">{vatReturns.emptyHint}</p>
    </Form>
  );
}
