import { fault, missing } from '../../../operation/fault.ts';

/** The line of a record that is named, or its only one. */
export function lineToSpread<Line extends { readonly id: string }>(
  lines: readonly Line[],
  lineId: string | undefined,
): Line {
  const line = lines.find((one) => (lineId === undefined ? lines.length === 1 : one.id === lineId));
  if (line !== undefined) return line;
  if (lineId !== undefined) throw missing('/line_id', 'line');
  throw fault('/line_id', 'required', 'Name the line to spread.');
}
