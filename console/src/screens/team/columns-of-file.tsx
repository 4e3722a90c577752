import { filled, named, words } from '../../words/index.ts';
import { type Inspection, mappedTo } from './import-file.ts';

type ColumnsOfFile = {
  readonly of: Inspection;
  readonly onMap: (mapping: Record<string, string>) => void;
};

/** Each column of a file with its first cells, and the field that it is read as. */
export function ColumnsOfFile({ of, onMap }: ColumnsOfFile) {
  const w = words.value.importList;
  return (
    <table class="lines columns-of-file">
      <caption class="unseen">{w.mapping}</caption>
      <thead>
        <tr>
          <th scope="col">{w.column}</th>
          <th scope="col">{w.firstRows}</th>
          <th scope="col">{w.readAs}</th>
        </tr>
      </thead>
      <tbody>
        {of.columns.map(({ name, samples, field }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="quiet">{samples.join(' · ')}</td>
            <td>
              <select
                aria-label={filled(w.fieldOf, { column: name })}
                value={field ?? ''}
                onChange={(event) => onMap(mappedTo(of, name, event.currentTarget.value))}
              >
                <option value="">{w.notRead}</option>
                {of.fields.map((one) => (
                  <option key={one.name} value={one.name}>
                    {named(w.fields, one.name)}
                    {one.is_required && ' *'}
                  </option>
                ))}
              </select>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
