import { useEffect, useState } from 'preact/hooks';
import { Refused, send } from '../../api/call.ts';
import { PanelHeading } from '../../frames/panel.tsx';
import { rowsOfCsv } from '../../kit/rows-of-csv.ts';
import { loadFieldWords } from '../../words/field-words.ts';
import { filled, named, words } from '../../words/index.ts';

const shownMax = 20;

/** The first rows that were not taken, with their line in the file and the reason. */
export function ImportFaults({ id, failed }: { readonly id: string; readonly failed: number }) {
  const w = words.value.importList;
  const [rows, setRows] = useState<readonly (readonly (string | undefined)[])[]>([]);
  useEffect(() => {
    const read = async () => {
      try {
        const text = await (await send(`imports/${id}/errors`)).text();
        const translate = await loadFieldWords();
        // A record of many rows is told once.
        const said = rowsOfCsv(text, shownMax + 1)
          .slice(1)
          .map(([line, field, code, message = '']) => [line, field, code, translate(message)])
          .map((row) => [`${row[0]} ${row[3]}`, row] as const);
        setRows([...new Map(said).values()]);
      } catch (error) {
        // The file is still offered as a whole.
        if (!(error instanceof Refused)) throw error;
      }
    };
    void read();
  }, [id, failed]);
  if (rows.length === 0) return null;
  return (
    <>
      <PanelHeading>{w.notTaken}</PanelHeading>
      <ul class="entries">
        {rows.map(([line, field = '', , message], at) => (
          <li key={at}>
            <span>{message}</span>
            <small class="quiet">
              {[filled(w.line, { n: line ?? '' }), field && named(w.fields, field)].filter(Boolean).join(' · ')}
            </small>
          </li>
        ))}
      </ul>
      {failed > shownMax && <p class="quiet">{filled(w.moreNotTaken, { n: failed - shownMax })}</p>}
    </>
  );
}
