import { parseArgs } from 'node:util';
import { ConfigError } from '../../config.ts';
import { type DayFormat, dayFormats, type NumberFormat, numberFormats } from '../../core/written.ts';

const importKinds = [
  'accounts',
  'clients',
  'product_categories',
  'products',
  'price_lists',
  'sales',
  'bills',
  'payments',
  'bill_payments',
  'opening_balances',
  'journal',
  'exchange_rates',
] as const;
type ImportKind = (typeof importKinds)[number];

export type ImportOptions = {
  readonly kind: ImportKind;
  readonly file: string;
  /** Of sales, a second file with one row per sale. */
  readonly heads: string | undefined;
  /** Field to column, the way round that the service takes it. */
  readonly mapping: Readonly<Record<string, string>>;
  readonly defaults: Readonly<Record<string, string>>;
  readonly stock: 'issue' | 'none' | undefined;
  readonly numbers: NumberFormat | undefined;
  readonly dates: DayFormat | undefined;
  readonly isTrial: boolean;
  readonly encoding: string;
  /** File for the failed rows. */
  readonly errorsFile: string;
  readonly url: string | undefined;
  readonly token: string | undefined;
};

const usage =
  `Usage: daybook import ${importKinds.join('|')} FILE.csv ` +
  '[--heads ORDERS.csv] [--dry-run] [--map COLUMN=FIELD] [--default FIELD=TEXT] [--stock issue|none] ' +
  '[--numbers decimal-point|decimal-comma] [--dates year-first|day-first|month-first] ' +
  '[--encoding windows-1252] [--errors FILE] [--url URL] [--token TOKEN]';

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true, default: [] as string[] } as const;

/** Reads the command line. What it cannot use is refused in one line. */
export function importOptions(args: readonly string[]): ImportOptions {
  const { values, positionals } = parsed(args);
  const [kind, file, ...others] = positionals;
  if (kind === undefined || file === undefined || others.length > 0) throw new ConfigError(usage);
  const { heads, stock, token, url } = values;
  if (heads !== undefined && kind !== 'sales') throw new ConfigError('--heads is for sales only.');
  if (stock !== undefined && kind !== 'sales') throw new ConfigError('--stock is for sales only.');
  return {
    kind: oneOf('A kind', importKinds, kind.replaceAll('-', '_')),
    file,
    heads,
    url,
    token,
    mapping: Object.fromEntries(values.map.map((pair) => mappingIn(pair))),
    defaults: Object.fromEntries(values.default.map((pair) => defaultIn(pair))),
    stock: stock === undefined ? undefined : oneOf('--stock', ['issue', 'none'], stock),
    numbers: formatOf('--numbers', numberFormats, values.numbers),
    dates: formatOf('--dates', dayFormats, values.dates),
    isTrial: values['dry-run'],
    encoding: values.encoding,
    errorsFile: values.errors ?? `${file.replace(/\.csv$/i, '')}.errors.csv`,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        heads: text,
        stock: text,
        numbers: text,
        dates: text,
        errors: text,
        url: text,
        token: text,
        map: texts,
        default: texts,
        encoding: { ...text, default: 'utf-8' },
        'dry-run': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('. ', 1) : [];
    throw new ConfigError(`${reason.replace(/\.$/, '')}. ${usage}`);
  }
}

function formatOf<const Value extends string>(
  what: string,
  values: readonly Value[],
  given: string | undefined,
): Value | undefined {
  return given === undefined ? undefined : oneOf(what, values, given.replaceAll('-', '_'));
}

function oneOf<const Value extends string>(what: string, values: readonly Value[], given: string): Value {
  const found = values.find((value) => value === given);
  if (found === undefined) throw new ConfigError(`${what} is one of ${values.join(', ')}, not "${given}".`);
  return found;
}

/** The field is behind the last sign: a column may be called anything. */
function mappingIn(pair: string): [string, string] {
  const at = pair.lastIndexOf('=');
  if (at < 1 || at === pair.length - 1) throw new ConfigError(`--map takes COLUMN=FIELD, not "${pair}".`);
  return [pair.slice(at + 1).trim(), pair.slice(0, at).trim()];
}

/** The field is before the first sign: a text may be anything. */
function defaultIn(pair: string): [string, string] {
  const at = pair.indexOf('=');
  if (at < 1 || at === pair.length - 1) throw new ConfigError(`--default takes FIELD=TEXT, not "${pair}".`);
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}
