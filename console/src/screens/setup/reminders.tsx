import { useRead } from '../../api/cache.ts';
import type { Field } from '../../kit/form/fields.ts';
import { locale, moment } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { ToldProblem } from '../../kit/told-problem.tsx';
import { SettingsForm } from './settings-form.tsx';

/** The days of the week by their names; 5 January 2026 was a Monday. */
function weekdays() {
  const name = new Intl.DateTimeFormat(locale.value, { weekday: 'long', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, at) => ({
    value: String(at + 1),
    label: name.format(new Date(Date.UTC(2026, 0, 5 + at))),
  }));
}

function fieldsOf(): readonly Field[] {
  const t = words.value.setup.reminders;
  return [
    { name: 'enabled', label: t.enabled, kind: 'yes', isWide: true, group: t.when },
    { name: 'hour', label: t.hour, kind: 'whole', isRequired: true, hint: t.hourHint, group: t.when },
    { name: 'attach_pdf', label: t.attach, kind: 'yes', group: t.when },
    { name: 'weekdays', label: t.weekdays, kind: 'many', options: weekdays(), group: t.when },
    {
      name: 'steps',
      label: t.steps,
      kind: 'lines',
      group: t.when,
      columns: [
        { name: 'days', label: t.days, kind: 'whole', isRequired: true },
        { name: 'texts', label: 'texts', kind: 'kept' },
      ],
    },
    { name: 'late_fees.enabled', label: t.fees, kind: 'yes', isWide: true, group: t.feesTitle },
    {
      name: 'late_fees.variant_id',
      label: t.feeProduct,
      kind: 'record',
      hint: t.feeProductHint,
      source: { path: 'variants', label: 'full_name', note: 'sku' },
      group: t.feesTitle,
    },
    { name: 'late_fees.due_in_days', label: t.feeDue, kind: 'whole', group: t.feesTitle },
    {
      name: 'late_fees.steps',
      label: t.feeSteps,
      kind: 'lines',
      group: t.feesTitle,
      columns: [
        { name: 'days', label: t.days, kind: 'whole', isRequired: true },
        { name: 'amount', label: t.feeAmount, kind: 'money' },
        { name: 'percent', label: t.feePercent, kind: 'number' },
      ],
    },
  ];
}

function complete({ weekdays: days, ...body }: Record<string, unknown>): Record<string, unknown> {
  return Array.isArray(days) ? { ...body, weekdays: days.map(Number).toSorted((one, other) => one - other) } : body;
}

export function Reminders() {
  const { setup } = words.value;
  const t = setup.reminders;
  const policy = useRead<{ readonly next_run_at: string | null; readonly late_fee_problem: string | null }>(
    'reminder-policy',
  ).data;
  return (
    <SettingsForm
      title={setup.parts.reminders.title}
      path="reminder-policy"
      needs="documents:manage"
      fields={fieldsOf()}
      complete={complete}
    >
      {policy?.next_run_at && <p class="quiet">{filled(t.next, { at: moment(policy.next_run_at) })}</p>}
      {policy?.late_fee_problem && (
        <p class="notice warn">
          <ToldProblem of={policy.late_fee_problem} />
        </p>
      )}
    </SettingsForm>
  );
}
