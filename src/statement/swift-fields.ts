/** One field of a SWIFT message, such as `:61:`; its text has the line breaks of the file. */
export type SwiftField = { readonly tag: string; readonly text: string; readonly line: number };

const opens = /^(?:\{4:)?-?:(\d{2}[A-Z]?):/;
const ends = /^-(?:\}.*)?$/;

/**
 * The fields of MT940 and MT942, message after message. Only a tag at the start of a line opens one: within `:86:` some
 * banks begin lines with a colon or a dash. What stands outside of a message, such as its headers, is no field.
 */
export function* swiftFields(text: string): Generator<SwiftField | 'end'> {
  let open: { tag: string; lines: string[]; line: number } | undefined;
  const close = (): SwiftField[] => {
    const closed = open;
    open = undefined;
    return closed === undefined ? [] : [{ tag: closed.tag, text: closed.lines.join('\n'), line: closed.line }];
  };
  let line = 0;
  for (const row of rowsIn(text)) {
    line++;
    const match = opens.exec(row);
    if (match !== null) {
      yield* close();
      open = { tag: match[1] ?? '', lines: [row.slice(match[0].length)], line };
    } else if (ends.test(row.trimEnd())) {
      yield* close();
      yield 'end';
    } else if (open !== undefined && open.lines.length < linesPerFieldMax) open.lines.push(row);
  }
  yield* close();
}

const linesPerFieldMax = 200;
/** Rows of SWIFT have 65 characters, and those of banks some more. */
const rowMax = 4_000;

/** One at a time: a list of all lines of a large file would take more memory than the file. */
function* rowsIn(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    const found = text.indexOf('\n', from);
    const to = found < 0 ? text.length : found;
    yield text.slice(from, Math.min(text[to - 1] === '\r' ? to - 1 : to, from + rowMax));
    from = to + 1;
  }
}
