import { query } from '../../app/router.ts';
import { CreateScreen } from '../../frames/form-screen.tsx';
import { optionsOf } from '../../kit/form/options.ts';
import { words } from '../../words/index.ts';
import { changes } from './vat.ts';

/** The draft of a return, which the books fill in. */
export function NewVatReturn() {
  const { vatReturns: w, vat: title } = words.value;
  return (
    <CreateScreen
      title={w.prepare}
      path="vat-returns"
      submit={w.prepare}
      fields={[
        { name: 'scheme', label: w.scheme, kind: 'choice', isRequired: true, options: optionsOf(w.schemes) },
        { name: 'period_from', label: w.periodFrom, kind: 'day', hint: w.periodFromHint },
      ]}
      start={{ scheme: query.value.get('scheme') ?? 'national', period_from: query.value.get('period_from') }}
      back={{ href: '/vat', label: title }}
      to={({ id }) => `/vat/${id}`}
      changes={changes}
    />
  );
}
