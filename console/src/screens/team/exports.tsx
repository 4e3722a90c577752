import { useState } from 'preact/hooks';
import { useRead } from '../../api/cache.ts';
import type { Page } from '../../api/types.ts';
import { useMay } from '../../app/me.ts';
import { Section } from '../../frames/record-page.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Download } from '../../kit/download.tsx';
import { optionsOf } from '../../kit/form/options.ts';
import { State } from '../../kit/states.tsx';
import { figure, longDay, moment } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { problemText, useProblemWords } from '../../words/problems.ts';
import { AccountantLinks } from './accountant-links.tsx';
import { AuthorityFiles } from './authority-files.tsx';

type Made = {
  readonly id: string;
  readonly status: string;
  readonly records?: number | null;
  readonly total?: number | null;
  readonly problem: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
};

/** Taking the data along: the whole archive, the documents, the ledger. */
export function Exports() {
  const t = words.value.team.exports;
  const may = useMay();
  return (
    <div class="page narrow">
      <header class="top">
        <h1 tabIndex={-1}>{t.title}</h1>
      </header>
      {may('data:export') && <Archives />}
      {may('documents:read') && <DocumentExports />}
      {may('ledger:read') && <Ledger />}
      {may('ledger:read') && <AuthorityFiles />}
      {may('data:export') && <AccountantLinks />}
    </div>
  );
}

function Archives() {
  const t = words.value.team.exports;
  const { data } = useRead<Page<Made>>('exports?limit=10&sort=-created_at');
  return (
    <Section
      title={t.archive}
      action={<ActionButton label={t.makeArchive} path="exports" needs="data:archive" changes={['exports']} />}
    >
      <p class="quiet">{t.archiveHint}</p>
      <List
        rows={data?.data}
        fileOf={(id) => `exports/${id}/content`}
        name="archive.zip"
        remove={(id) => ({ path: `exports/${id}`, needs: 'data:archive' })}
        changes="exports"
      />
    </Section>
  );
}

function DocumentExports() {
  const { team, docTypes } = words.value;
  const t = team.exports;
  const { data } = useRead<Page<Made>>('document-exports?limit=10&sort=-created_at');
  return (
    <Section
      title={t.documents}
      action={
        <span class="deeds">
          <ActionButton
            label={t.makePapers}
            path="document-exports"
            needs="ledger:read"
            changes={['document-exports']}
            fields={[
              { name: 'booked.gte', label: t.from, kind: 'day', isRequired: true },
              { name: 'booked.lte', label: t.until, kind: 'day', isRequired: true },
              { name: 'layout', label: t.layout, kind: 'choice', options: optionsOf(t.layouts) },
            ]}
          />
          <ActionButton
            label={t.makeDocuments}
            path="document-exports"
            needs="documents:read"
            changes={['document-exports']}
            fields={[
              { name: 'type', label: t.types, kind: 'many', options: optionsOf(docTypes) },
              { name: 'issue_date.gte', label: t.from, kind: 'day' },
              { name: 'issue_date.lte', label: t.until, kind: 'day' },
            ]}
            complete={({ type, ...body }) => (Array.isArray(type) && type.length > 0 ? { ...body, type } : body)}
          />
        </span>
      }
    >
      <p class="quiet">{t.documentsHint}</p>
      <List
        rows={data?.data}
        fileOf={(id) => `document-exports/${id}/content`}
        name="documents.zip"
        remove={(id) => ({ path: `document-exports/${id}`, needs: 'documents:read' })}
        cancel={(id) => `document-exports/${id}/cancel`}
        changes="document-exports"
      />
    </Section>
  );
}

type List = {
  readonly rows: readonly Made[] | undefined;
  readonly fileOf: (id: string) => string;
  readonly name: string;
  readonly remove: (id: string) => { readonly path: string; readonly needs: string };
  readonly cancel?: (id: string) => string;
  readonly changes: string;
};

function List({ rows, fileOf, name, remove, cancel, changes }: List) {
  useProblemWords(rows?.some(({ problem }) => problem !== null) === true);
  const { team, download, form } = words.value;
  const t = team.exports;
  const [fault, setFault] = useState('');
  if (rows?.length === 0) return <p class="quiet">{t.none}</p>;
  return (
    <>
      {fault !== '' && (
        <p class="notice bad" role="alert">
          {fault}
        </p>
      )}
      <ul class="entries">
        {rows?.map(({ id, status, records, total, problem, created_at, expires_at }) => (
          <li key={id}>
            <span>{moment(created_at)}</span>
            <State of={status} />
            <small class="quiet">
              {[
                records && filled(t.records, { n: figure(String(records)) }),
                total && filled(t.done, { n: figure(String(total)) }),
                expires_at && filled(t.validUntil, { day: longDay(expires_at) }),
                problem && problemText(problem),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
            <span class="deeds">
              {status === 'completed' && (
                <Download path={fileOf(id)} name={name} onFault={setFault}>
                  {download.split(' ')[0]}
                </Download>
              )}
              {['queued', 'running'].includes(status) && cancel && (
                <ActionButton label={t.cancel} path={cancel(id)} changes={[changes]} />
              )}
              {!['queued', 'running'].includes(status) && (
                <ActionButton
                  {...remove(id)}
                  label={form.delete}
                  method="DELETE"
                  warning={t.deleteHint}
                  changes={[changes]}
                  isDangerous
                />
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Ledger() {
  const t = words.value.team.exports;
  const [fault, setFault] = useState('');
  return (
    <Section title={t.ledger}>
      <p class="quiet">{t.ledgerHint}</p>
      {fault !== '' && (
        <p class="notice bad" role="alert">
          {fault}
        </p>
      )}
      <p class="deeds">
        {Object.entries(t.packages).map(([format, text]) => (
          <Download key={format} path={`ledger/export?format=${format}`} name={`ledger.${format}`} onFault={setFault}>
            {text}
          </Download>
        ))}
      </p>
    </Section>
  );
}
