import { isIP } from 'node:net';
import { resolve } from 'node:path';

export type Config = {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  /** A PostgreSQL server; the embedded one under `dataFolder` when undefined. */
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
  /** Secret shared by all nodes on one database; kept under `dataFolder` when undefined. */
  readonly secret: string | undefined;
  readonly signup: 'first' | 'open' | 'closed';
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** Addresses or CIDR ranges of proxies whose X-Forwarded-For is believed. */
  readonly trustProxy: readonly string[];
  readonly smtpUrl: string | undefined;
  /** The address that mails come from. */
  readonly mailFrom: string | undefined;
  readonly rateLimit: boolean;
  readonly role: 'all' | 'web' | 'jobs';
  readonly render: RenderConfig;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly mcpConformanceFixtures: boolean;
};

/** How pages of documents and reports are set. */
export type RenderConfig = {
  readonly processes: number;
  /** `auto`: a namespace of its own for each process, where the host allows it. */
  readonly sandbox: 'auto' | 'off';
  /** Address space of a process. */
  readonly memoryMb: number;
  /** For templates that an organisation wrote itself. */
  readonly timeoutMs: number;
  readonly pagesMax: number;
};

/** A setting that cannot be used. The message is one line that names it and says what it takes. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings once; nothing else looks at the environment. */
export function readConfig(environment: Environment = process.env): Config {
  const host = text(environment, 'HOST') ?? '127.0.0.1';
  const port = portOf(environment);
  const tls = tlsOf(environment);
  const publicUrl = urlOf(environment, 'DAYBOOK_PUBLIC_URL', ['http:', 'https:']);
  return Object.freeze({
    host,
    port,
    publicUrl: (publicUrl ?? `${tls === undefined ? 'http' : 'https'}://${host}:${port}`).replace(/\/$/, ''),
    databaseUrl: urlOf(environment, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    dataFolder: resolve(text(environment, 'DAYBOOK_DATA') ?? './data'),
    secret: secretOf(environment),
    signup: oneOf(environment, 'DAYBOOK_SIGNUP', ['first', 'open', 'closed']),
    tls,
    trustProxy: proxiesOf(environment),
    smtpUrl: urlOf(environment, 'DAYBOOK_SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: addressOf(environment, 'DAYBOOK_MAIL_FROM'),
    rateLimit: oneOf(environment, 'DAYBOOK_RATE_LIMIT', ['on', 'off']) === 'on',
    role: oneOf(environment, 'DAYBOOK_ROLE', ['all', 'web', 'jobs']),
    render: Object.freeze({
      processes: numberIn(environment, 'DAYBOOK_RENDER_PROCESSES', { default: 2, min: 1, max: 32 }),
      sandbox: oneOf(environment, 'DAYBOOK_RENDER_SANDBOX', ['auto', 'off']),
      memoryMb: numberIn(environment, 'DAYBOOK_RENDER_MEMORY_MB', { default: 2_500, min: 1_500, max: 65_536 }),
      timeoutMs: numberIn(environment, 'DAYBOOK_RENDER_TIMEOUT_MS', { default: 5_000, min: 500, max: 60_000 }),
      pagesMax: numberIn(environment, 'DAYBOOK_RENDER_PAGES_MAX', { default: 300, min: 1, max: 5_000 }),
    }),
    logLevel: oneOf(environment, 'LOG_LEVEL', ['info', 'debug', 'warn', 'error', 'silent']),
    mcpConformanceFixtures: oneOf(environment, 'MCP_CONFORMANCE_FIXTURES', ['0', '1']) === '1',
  });
}

/** Which service the commands that talk to one mean, and whose token they show it. */
export function readRemote(environment: Environment = process.env): { url: string; token: string | undefined } {
  const url = urlOf(environment, 'DAYBOOK_URL', ['http:', 'https:']);
  return { url: url ?? readConfig(environment).publicUrl, token: text(environment, 'DAYBOOK_TOKEN') };
}

function text(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === '' ? undefined : value;
}

/** The first value is the default. */
function oneOf<const Value extends string>(environment: Environment, name: string, values: readonly Value[]): Value {
  const value = text(environment, name) ?? values[0];
  const found = values.find((allowed) => allowed === value);
  if (found === undefined) throw new ConfigError(`${name} takes one of ${values.join(', ')}, not "${value}".`);
  return found;
}

type Range = { readonly default: number; readonly min: number; readonly max: number };

function numberIn(environment: Environment, name: string, range: Range): number {
  const value = text(environment, name) ?? String(range.default);
  const number = Number(value);
  if (/^\d{1,9}$/.test(value) && number >= range.min && number <= range.max) return number;
  throw new ConfigError(`${name} takes a number from ${range.min} to ${range.max}, not "${value}".`);
}

function portOf(environment: Environment): number {
  const value = text(environment, 'PORT') ?? '4400';
  const port = Number(value);
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port;
  throw new ConfigError(`PORT takes a number from 0 to 65535, not "${value}".`);
}

function addressOf(environment: Environment, name: string): string | undefined {
  const value = text(environment, name);
  if (value === undefined || /^[^\s@<>"(),:;]{1,64}@[^\s@<>"(),:;]{1,190}$/.test(value)) return value;
  throw new ConfigError(`${name} takes one address, such as billing@example.com, not "${value}".`);
}

function urlOf(environment: Environment, name: string, protocols: readonly string[]): string | undefined {
  const value = text(environment, name);
  if (value === undefined) return undefined;
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
  throw new ConfigError(`${name} takes a URL that begins with ${protocols.join(' or ')}//.`);
}

/** Addresses and ranges, which the HTTP server would otherwise refuse without saying where they come from. */
function proxiesOf(environment: Environment): string[] {
  const parts = (text(environment, 'DAYBOOK_TRUST_PROXY') ?? '').split(',').map((part) => part.trim());
  const proxies = parts.filter((part) => part !== '');
  const odd = proxies.find((proxy) => !isRange(proxy));
  if (odd === undefined) return proxies;
  throw new ConfigError(`DAYBOOK_TRUST_PROXY takes addresses or ranges such as 10.0.0.0/8, not "${odd}".`);
}

function isRange(proxy: string): boolean {
  const [address = '', bits, ...more] = proxy.split('/');
  const version = isIP(address);
  const bitsMax = version === 4 ? 32 : 128;
  const fits = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= bitsMax);
  return version !== 0 && fits && more.length === 0;
}

function secretOf(environment: Environment): string | undefined {
  const value = text(environment, 'DAYBOOK_SECRET');
  if (value !== undefined && value.length < 32) throw new ConfigError('DAYBOOK_SECRET takes at least 32 characters.');
  return value;
}

function tlsOf(environment: Environment): Config['tls'] {
  const certFile = text(environment, 'DAYBOOK_TLS_CERT');
  const keyFile = text(environment, 'DAYBOOK_TLS_KEY');
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile !== undefined && keyFile !== undefined) return { certFile, keyFile };
  throw new ConfigError('DAYBOOK_TLS_CERT and DAYBOOK_TLS_KEY are paths that are set together.');
}
