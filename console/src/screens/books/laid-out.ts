import type { Answer } from './report-kind.ts';
import type { Laid, Line, Parts } from './report-line.ts';
import { cellsOf } from './report-rows.ts';

type LaidLine = Laid & { readonly key: string; readonly code: string | null; readonly title: string };

/** The lines of a statement in the order of a standard; undefined where it is in the plain form. */
export function laidOut(answer: Answer): Parts | undefined {
  const statement = answer['statement'] as { readonly lines: readonly LaidLine[] } | undefined;
  if (statement === undefined) return undefined;
  return [{ key: 'lines', rows: statement.lines.map(lineOf) }];
}

function lineOf(line: LaidLine): Line {
  const { key, kind, level, code, title, accounts } = line;
  const drill = kind === 'heading' ? undefined : key;
  return {
    id: `${kind} ${key}`,
    name: [code, title].filter(Boolean).join(' '),
    cells: cellsOf(line),
    drill,
    laid: { kind, level, accounts },
  };
}
