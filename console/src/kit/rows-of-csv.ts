/** The first rows of CSV as RFC 4180 writes it: cells in quotes hold commas, line breaks and doubled quotes. */
export function rowsOfCsv(text: string, most: number): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [all, quoted, bare = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (all === '') break;
    rows.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (rows.length === most) break;
    rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}
