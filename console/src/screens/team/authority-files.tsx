import { useState } from 'preact/hooks';
import { Section } from '../../frames/record-page.tsx';
import { Download } from '../../kit/download.tsx';
import { Control } from '../../kit/form/control.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { words } from '../../words/index.ts';

const nothing: ReadonlyMap<string, string> = new Map();

/** The files that tax advisers and authorities read: of a fiscal year, or of the days that are chosen. */
export function AuthorityFiles() {
  const t = words.value.team.exports.authorities;
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const [fault, setFault] = useState('');
  const query = (...names: readonly string[]) =>
    new URLSearchParams(names.flatMap((name) => (given[name]?.trim() ? [[name, given[name].trim()]] : []))).toString();
  const fields: readonly Field[] = [
    { name: 'from', label: t.from, kind: 'day' },
    { name: 'to', label: t.until, kind: 'day' },
    { name: 'consultant_number', label: t.consultant },
    { name: 'client_number', label: t.client },
    { name: 'siren', label: t.siren },
    { name: 'registration_number', label: t.registration },
    { name: 'chart', label: t.chart, kind: 'choice', options: optionsOf({ skr03: t.skr03, skr04: t.skr04 }) },
  ];
  const days = ['from', 'to'] as const;
  return (
    <Section title={t.title}>
      <p class="quiet">{t.hint}</p>
      {fault !== '' && (
        <p class="notice bad" role="alert">
          {fault}
        </p>
      )}
      <div class="fields">
        {fields.map((field) => (
          <Control
            key={field.name}
            field={field}
            value={given[field.name]}
            faults={nothing}
            onChange={(value) => typeof value === 'string' && setGiven({ ...given, [field.name]: value })}
          />
        ))}
      </div>
      <p class="deeds">
        <Download
          path={`ledger/datev?${query(...days, 'consultant_number', 'client_number', 'chart')}`}
          name="EXTF_Buchungsstapel.csv"
          onFault={setFault}
        >
          {t.datev}
        </Download>
        <Download path={`ledger/fec?${query(...days, 'siren')}`} name="FEC.txt" onFault={setFault}>
          {t.fec}
        </Download>
        <Download path={`ledger/saft?${query(...days, 'registration_number')}`} name="SAF-T.xml" onFault={setFault}>
          {t.saft}
        </Download>
        <Download path={`ledger/gobd?${query(...days)}`} name="gobd.zip" onFault={setFault}>
          {t.gobd}
        </Download>
      </p>
    </Section>
  );
}
