const preferred = [
  'id',
  'number',
  'name',
  'display_name',
  'title',
  'type',
  'status',
  'sale_date',
  'issue_date',
  'total',
];
const columnsMax = 6;
const widthMax = 40;

/** An answer for people: a list as a table, a record line by line. */
export function shown(body: unknown): string {
  if (isRecord(body) && Array.isArray(body['data']) && body['data'].every(isRecord)) return tableOf(body['data'], body);
  return linesOf(body, '').join('\n');
}

type Shown = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Shown {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tableOf(rows: readonly Shown[], { has_more: more }: Shown): string {
  const [first] = rows;
  if (first === undefined) return 'Nothing is there.';
  const plain = Object.keys(first).filter((name) => rows.some((row) => isPlain(row[name])));
  const wanted = preferred.filter((name) => plain.includes(name));
  const columns = (wanted.length > 1 ? wanted : plain).slice(0, columnsMax);
  const cells = [columns, ...rows.map((row) => columns.map((name) => cellOf(row[name])))];
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const lines = cells.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, ...(more === true ? ['… and more: --all shows every page, --json every field.'] : [])].join('\n');
}

function isPlain(value: unknown): boolean {
  return value !== null && value !== undefined && typeof value !== 'object';
}

function cellOf(value: unknown): string {
  const text = isPlain(value) ? String(value).replaceAll(/\s+/g, ' ') : '';
  return text.length > widthMax ? `${text.slice(0, widthMax - 1)}…` : text;
}

function linesOf(value: unknown, indent: string): string[] {
  if (!isRecord(value)) return [`${indent}${inLine(value)}`];
  return Object.entries(value).flatMap(([name, inside]) => {
    if (inside === null || inside === undefined) return [];
    if (isRecord(inside)) return [`${indent}${name}:`, ...linesOf(inside, `${indent}  `)];
    if (Array.isArray(inside) && inside.some((one) => typeof one === 'object')) {
      return [`${indent}${name}:`, ...inside.flatMap((one) => itemLines(one, `${indent}  `))];
    }
    return [`${indent}${name}: ${inLine(inside)}`];
  });
}

/** The first line of an item begins with a dash, as lists do in YAML. */
function itemLines(item: unknown, indent: string): string[] {
  return linesOf(item, `${indent}  `).map((line, at) => (at === 0 ? `${indent}- ${line.trimStart()}` : line));
}

function inLine(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(', ') : String(value);
}
