import { useState } from 'preact/hooks';
import { Section } from '../../frames/record-page.tsx';
import { Download } from '../../kit/download.tsx';
import { words } from '../../words/index.ts';

type Field = { readonly name: string; readonly label: string; readonly kind: 'date' | 'text' };

/** The files that tax advisers and authorities read: of a fiscal year, or of the days that are chosen. */
export function AuthorityFiles() {
  const t = words.value.team.exports.authorities;
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const [fault, setFault] = useState('');
  const query = (...names: readonly string[]) =>
    new URLSearchParams(names.flatMap((name) => (given[name] ? [[name, given[name]]] : []))).toString();
  const fields: readonly Field[] = [
    { name: 'from', label: t.from, kind: 'date' },
    { name: 'to', label: t.until, kind: 'date' },
    { name: 'consultant_number', label: t.consultant, kind: 'text' },
    { name: 'client_number', label: t.client, kind: 'text' },
    { name: 'siren', label: t.siren, kind: 'text' },
    { name: 'registration_number', label: t.registration, kind: 'text' },
  ];
  const take = (name: string, value: string) => setGiven({ ...given, [name]: value.trim() });
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
        {fields.map(({ name, label, kind }) => (
          <label key={name}>
            {label}
            {kind === 'date' ? (
              <input type="date" value={given[name] ?? ''} onInput={(e) => take(name, e.currentTarget.value)} />
            ) : (
              <input type="text" value={given[name] ?? ''} onInput={(e) => take(name, e.currentTarget.value)} />
            )}
          </label>
        ))}
        <label>
          {t.chart}
          <select value={given['chart'] ?? ''} onChange={(e) => take('chart', e.currentTarget.value)}>
            <option value="">{t.ownChart}</option>
            <option value="skr03">{t.skr03}</option>
            <option value="skr04">{t.skr04}</option>
          </select>
        </label>
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
