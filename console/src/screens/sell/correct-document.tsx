import { useState } from 'preact/hooks';
import { useRead } from '../../api/cache.ts';
import type { Params } from '../../app/params.ts';
import { CreateScreen } from '../../frames/form-screen.tsx';
import { bodyOf, changesOf } from '../../kit/form/body.ts';
import { type Field, type Values, valuesOf } from '../../kit/form/fields.ts';
import { LivePage, LivePageButton } from '../../kit/live-page.tsx';
import { Trouble, Waiting } from '../../kit/states.tsx';
import { filled, words } from '../../words/index.ts';
import { documentFields, live, pageOf, pageWith, priced } from './document-fields.ts';
import { type FullDoc, termsOf } from './document.ts';
import { saleChanges } from './sale-changes.ts';
import { SumsOfLines } from './sums-of-lines.tsx';

/** An issued invoice is credited, and issued anew with what is changed here. */
export function CorrectDocument({ params: { id = '' } }: { readonly params: Params }) {
  const { data: doc, problem } = useRead<FullDoc>(`documents/${id}`);
  if (doc !== undefined) return <Correction doc={doc} />;
  return problem ? <Trouble problem={problem} /> : <Waiting lines={8} />;
}

function Correction({ doc }: { readonly doc: FullDoc }) {
  const { docs: texts } = words.value.sell;
  const [values, setValues] = useState<Values>({});
  const fields = documentFields(doc.type);
  const before = valuesOf(fields, doc);
  const typed = pageOf(fields, values);
  const terms = { ...termsOf(doc), supply_date: undefined };
  const page = pageWith(terms, typed && { ...typed, ...bodyOf(supplyFields(), values) });
  return (
    <div class="with-pages">
      <CreateScreen
        title={filled(texts.correctTitle, { number: doc.number ?? '' })}
        notice={texts.correctHint}
        path={`documents/${doc.id}/correct`}
        submit={texts.correct}
        back={{ href: `/documents/${doc.id}`, label: doc.number ?? '' }}
        to={({ id }) => `/documents/${id}`}
        start={doc}
        fields={[...fields, ...reasonFields()]}
        complete={(body, now) => ({
          ...changesOf(fields, now, before),
          ...Object.fromEntries(reasonFields().map(({ name }) => [name, body[name]])),
          version: doc.version,
        })}
        changes={[...saleChanges, 'stock']}
        onValues={setValues}
      >
        <SumsOfLines of={priced(values)} />
        <LivePageButton {...live(page)} />
      </CreateScreen>
      <LivePage {...live(page)} />
    </div>
  );
}

/** Fields of the correction itself. Both documents have its day. */
function reasonFields(): readonly Field[] {
  const { columns, sell } = words.value;
  return [
    { name: 'correction_reason', label: sell.docs.correctReason, isWide: true, from: () => '' },
    { name: 'issue_date', label: columns.date, kind: 'day', from: () => '' },
    ...supplyFields(),
  ];
}

function supplyFields(): readonly Field[] {
  const { docs: texts } = words.value.sell;
  return [{ name: 'supply_date', label: texts.supplied, kind: 'day', hint: texts.suppliedHint, from: () => '' }];
}
