import { useState } from 'preact/hooks';
import { CreateScreen } from '../../frames/form-screen.tsx';
import { useDimensionFields } from '../../kit/form/dimension-fields.ts';
import type { Values } from '../../kit/form/fields.ts';
import { Waiting } from '../../kit/states.tsx';
import { money, today } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { differenceIn, entryFields } from './entry-fields.ts';

/** An entry made by hand: what is debited has to be credited. */
export function NewEntry() {
  const { books: t } = words.value;
  const [difference, setDifference] = useState('0');
  const dimensions = useDimensionFields();
  if (dimensions === undefined) return <Waiting lines={8} />;
  return (
    <CreateScreen
      title={t.newEntry}
      path="journal-entries"
      submit={t.post}
      fields={[
        ...entryFields(dimensions),
        { name: 'post', label: t.postNow, kind: 'yes', hint: t.postNowHint, isWide: true },
      ]}
      start={{ entry_date: today(), post: true, lines: [{}, {}] }}
      back={{ href: '/journal', label: t.journal }}
      to={({ id }) => `/journal?open=${id}`}
      changes={['journal-entries', 'reports']}
      onValues={(values: Values) => setDifference(differenceIn(values))}
    >
      <p class={Number(difference) === 0 ? 'quiet' : 'notice warn'} role="status">
        {t.difference}: {money(difference)}
      </p>
    </CreateScreen>
  );
}
