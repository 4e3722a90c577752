import { useState } from 'preact/hooks';
import { useRead } from '../../api/cache.ts';
import { useMay } from '../../app/me.ts';
import { query } from '../../app/router.ts';
import type { Params } from '../../app/params.ts';
import { CreateScreen, EditScreen } from '../../frames/form-screen.tsx';
import { useDimensionFields } from '../../kit/form/dimension-fields.ts';
import { LivePage, LivePageButton } from '../../kit/live-page.tsx';
import { Waiting } from '../../kit/states.tsx';
import { type Field, textIn, type Values } from '../../kit/form/fields.ts';
import { named, words } from '../../words/index.ts';
import { DocumentPages } from './document-pages.tsx';
import { type FullDoc, termsOf } from './document.ts';
import { documentFields, hasLines, live, pageOf, pageWith, priced } from './document-fields.ts';
import { SumsOfLines } from './sums-of-lines.tsx';

const changes = ['documents', 'records', 'sales'];
const types = ['invoice', 'quote', 'proforma'] as const;

/** A new invoice or quote: what it comes to and the page that it would be are shown while it is typed. */
export function NewDocument() {
  const w = words.value;
  const { docs: texts, sale } = w.sell;
  const start = {
    type: query.value.get('type') ?? 'invoice',
    client_id: query.value.get('client_id') ?? '',
    lines: [{ quantity: '1' }],
  };
  const [values, setValues] = useState<Values>(start);
  const dimensions = useDimensionFields();
  const mayIssue = useMay()('documents:issue');
  const issueFields: readonly Field[] = [
    { name: 'issue', label: texts.issueToo, kind: 'yes' },
    { name: 'send_when_issued', label: sale.sendToo, kind: 'yes', isShown: ({ issue }) => issue === true },
  ];
  const fields: readonly Field[] = [
    {
      name: 'type',
      label: texts.type,
      kind: 'choice',
      isRequired: true,
      options: types.map((value) => ({ value, label: w.docTypes[value] })),
    },
    ...documentFields(textIn(values, 'type'), dimensions),
    ...(mayIssue ? issueFields : []),
  ];
  const page = pageOf(fields, values);
  if (dimensions === undefined) return <Waiting lines={8} />;
  return (
    <div class="with-pages">
      <CreateScreen
        title={texts.create}
        path="documents"
        submit={values['issue'] === true ? w.issue : texts.keepDraft}
        back={{ href: '/documents', label: w.documents }}
        to={({ id }) => `/documents/${id}`}
        start={start}
        fields={fields}
        changes={changes}
        onValues={setValues}
      >
        <SumsOfLines of={priced(values)} />
        <LivePageButton {...live(page)} />
      </CreateScreen>
      <LivePage {...live(page)} />
    </div>
  );
}

/** A draft beside the page that it would be with what is typed; where that follows from elsewhere, as it was saved. */
export function EditDocument({ params: { id = '' } }: { readonly params: Params }) {
  const w = words.value;
  const { docs: texts } = w.sell;
  const doc = useRead<FullDoc>(`documents/${id}`).data;
  const [values, setValues] = useState<Values>({});
  const dimensions = useDimensionFields();
  const fields = documentFields(doc?.type ?? 'invoice', dimensions);
  const terms = doc && termsOf(doc);
  const page = terms && pageWith(terms, pageOf(fields, values));
  const name = `${named(w.docTypes, doc?.type ?? '')} ${doc?.number ?? w.states.draft}`;
  if (dimensions === undefined) return <Waiting lines={8} />;
  return (
    <div class="with-pages">
      <EditScreen
        title={name}
        path={`documents/${id}`}
        back={{ href: `/documents/${id}`, label: w.documents }}
        fields={fields}
        changes={changes}
        onValues={setValues}
      >
        {hasLines(doc?.type ?? '') && <SumsOfLines of={priced(values)} />}
        {terms && <LivePageButton {...live(page)} />}
      </EditScreen>
      {terms ? (
        <LivePage {...live(page)} />
      ) : (
        <section class="sheet" aria-label={texts.pages}>
          {doc && <DocumentPages id={id} name={name} version={doc.version} />}
        </section>
      )}
    </div>
  );
}
