import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export type Config = {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  /** A PostgreSQL server; the embedded one under `dataFolder` when undefined. */
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
  /** Bucket for the content of files; under `dataFolder` when undefined. */
  readonly bucket: BucketConfig | undefined;
  /** Secret shared by all nodes on one database; kept under `dataFolder` when undefined. */
  readonly secret: string | undefined;
  readonly signup: 'first' | 'open' | 'closed';
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** Addresses or CIDR ranges of proxies whose X-Forwarded-For is believed. */
  readonly trustProxy: readonly string[];
  readonly smtpUrl: string | undefined;
  /** The address that mails come from. */
  readonly mailFrom: string | undefined;
  /** Recipient of the nightly mails on the heads of audit logs; none when undefined. */
  readonly auditMail: string | undefined;
  readonly rateLimit: boolean;
  /** Token for /metrics; the route is closed when undefined. */
  readonly metricsToken: string | undefined;
  /** Allows webhooks and other given URLs to reach this machine, for developers of a receiver. */
  readonly callLoopback: boolean;
  readonly role: 'all' | 'web' | 'jobs';
  readonly render: RenderConfig;
  /** Undefined where nobody asked for backups. */
  readonly backup: BackupConfig | undefined;
  /** Undefined where no collector is named. */
  readonly telemetry: TelemetryConfig | undefined;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly mcpConformanceFixtures: boolean;
};

/** The collector that traces and metrics are sent to, in the words of OpenTelemetry. */
export type TelemetryConfig = {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly spansEveryMs: number;
  readonly figuresEveryMs: number;
};

/** Daily backups of the embedded database, with files and keys. */
export type BackupConfig = {
  readonly folder: string;
  /** Of the day, in UTC. */
  readonly at: { readonly hour: number; readonly minute: number };
  /** Number of backups kept. */
  readonly keep: number;
};

/** Limits of rendering documents and reports. */
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

/** S3, or storage that speaks as it does. */
export type BucketConfig = {
  readonly bucket: string;
  /** Prefix of every name: empty, or without a slash at either end. */
  readonly prefix: string;
  readonly region: string;
  /** Undefined for Amazon's own. */
  readonly endpoint: string | undefined;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken: string | undefined;
  };
};

/** A setting that cannot be used. The message is one line that names it and says what it takes. */
export class ConfigError extends Error {
  /** Of the command that ends with it. */
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { readonly exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

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
    bucket: bucketOf(environment),
    secret: secretOf(environment),
    signup: oneOf(environment, 'DAYBOOK_SIGNUP', ['first', 'open', 'closed']),
    tls,
    trustProxy: proxiesOf(environment),
    smtpUrl: urlOf(environment, 'DAYBOOK_SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: addressOf(environment, 'DAYBOOK_MAIL_FROM'),
    auditMail: addressOf(environment, 'DAYBOOK_AUDIT_MAIL'),
    rateLimit: oneOf(environment, 'DAYBOOK_RATE_LIMIT', ['on', 'off']) === 'on',
    metricsToken: metricsTokenOf(environment),
    callLoopback: oneOf(environment, 'DAYBOOK_CALL_LOOPBACK', ['off', 'on']) === 'on',
    role: oneOf(environment, 'DAYBOOK_ROLE', ['all', 'web', 'jobs']),
    render: Object.freeze({
      processes: numberIn(environment, 'DAYBOOK_RENDER_PROCESSES', { default: 2, min: 1, max: 32 }),
      sandbox: oneOf(environment, 'DAYBOOK_RENDER_SANDBOX', ['auto', 'off']),
      memoryMb: numberIn(environment, 'DAYBOOK_RENDER_MEMORY_MB', { default: 2_500, min: 1_500, max: 65_536 }),
      timeoutMs: numberIn(environment, 'DAYBOOK_RENDER_TIMEOUT_MS', { default: 5_000, min: 500, max: 60_000 }),
      pagesMax: numberIn(environment, 'DAYBOOK_RENDER_PAGES_MAX', { default: 300, min: 1, max: 5_000 }),
    }),
    backup: backupOf(environment),
    telemetry: telemetryOf(environment),
    logLevel: oneOf(environment, 'LOG_LEVEL', ['info', 'debug', 'warn', 'error', 'silent']),
    mcpConformanceFixtures: oneOf(environment, 'MCP_CONFORMANCE_FIXTURES', ['0', '1']) === '1',
  });
}

/** Environment of the remote commands, and the folder where they keep this user's data. */
export type RemoteSettings = {
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly folder: string;
};

export function readRemote(environment: Environment = process.env): RemoteSettings {
  const base = text(environment, 'XDG_CONFIG_HOME') ?? text(environment, 'APPDATA') ?? join(homedir(), '.config');
  return {
    url: urlOf(environment, 'DAYBOOK_URL', ['http:', 'https:']),
    token: text(environment, 'DAYBOOK_API_KEY') ?? text(environment, 'DAYBOOK_TOKEN'),
    folder: join(base, 'daybook'),
  };
}

export type BridgeSettings = { readonly url: string | undefined; readonly token: string | undefined };

/** Settings of what connects local AI apps with a running service. */
export function readBridge(environment: Environment = process.env): BridgeSettings {
  return { url: readRemote(environment).url, token: text(environment, 'DAYBOOK_MCP_TOKEN') };
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

const bucketShape = 's3://bucket/prefix?region=eu-central-1, with &endpoint=https://… where it is not Amazon S3';

function bucketOf(environment: Environment): BucketConfig | undefined {
  const value = text(environment, 'DAYBOOK_FILES_URL');
  if (value === undefined) return undefined;
  const wrong = (what: string) => new ConfigError(`DAYBOOK_FILES_URL takes ${bucketShape}: ${what}.`);
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== 's3:') throw wrong('it does not begin with s3://');
  if (url.username !== '' || url.password !== '') throw wrong('credentials do not belong in it');
  const { hostname: bucket, searchParams } = url;
  const prefix = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || url.port !== '') throw wrong('it names no bucket');
  if (!/^[\w./-]{0,200}$/.test(prefix)) throw wrong('a prefix has letters, digits and ._-/');
  const odd = [...searchParams.keys()].find((name) => name !== 'region' && name !== 'endpoint') ?? url.hash;
  if (odd !== '') throw wrong(`there is no "${odd}"`);
  const endpoint = searchParams.get('endpoint')?.replace(/\/$/, '');
  if (endpoint !== undefined && !isOrigin(endpoint)) throw wrong('an endpoint is http(s)://host, or with :port');
  const known = text(environment, 'AWS_REGION') ?? text(environment, 'AWS_DEFAULT_REGION');
  const region = searchParams.get('region') ?? known ?? (endpoint === undefined ? '' : 'us-east-1');
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw wrong('it names no region');
  const accessKeyId = text(environment, 'AWS_ACCESS_KEY_ID');
  const secretAccessKey = text(environment, 'AWS_SECRET_ACCESS_KEY');
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new ConfigError('DAYBOOK_FILES_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to be set too.');
  }
  const sessionToken = text(environment, 'AWS_SESSION_TOKEN');
  return { bucket, prefix, region, endpoint, credentials: { accessKeyId, secretAccessKey, sessionToken } };
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;
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

function telemetryOf(environment: Environment): TelemetryConfig | undefined {
  const endpoint = urlOf(environment, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  if (endpoint === undefined) return undefined;
  return Object.freeze({
    endpoint: endpoint.replace(/\/$/, ''),
    headers: headersOf(environment),
    serviceName: text(environment, 'OTEL_SERVICE_NAME') ?? 'daybook',
    spansEveryMs: numberIn(environment, 'OTEL_BSP_SCHEDULE_DELAY', { default: 5_000, min: 50, max: 600_000 }),
    figuresEveryMs: numberIn(environment, 'OTEL_METRIC_EXPORT_INTERVAL', { default: 60_000, min: 50, max: 3_600_000 }),
  });
}

/** `name=value,name=value`, the values percent-encoded. */
function headersOf(environment: Environment): Record<string, string> {
  const given = text(environment, 'OTEL_EXPORTER_OTLP_HEADERS') ?? '';
  const pairs = given.split(',').filter((pair) => pair.trim() !== '');
  const found = pairs.map((pair) => /^\s*([\w-]+)\s*=\s*([^\s]*)\s*$/.exec(pair));
  if (found.includes(null)) {
    // The value is a secret, and is not repeated.
    throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS takes name=value, with commas between, values percent-encoded.');
  }
  return Object.fromEntries(
    found.map((pair) => [(pair?.[1] ?? '').toLowerCase(), decodeURIComponent(pair?.[2] ?? '')]),
  );
}

function backupOf(environment: Environment): BackupConfig | undefined {
  const folder = text(environment, 'DAYBOOK_BACKUP_DIR');
  const keep = numberIn(environment, 'DAYBOOK_BACKUP_KEEP', { default: 7, min: 1, max: 1_000 });
  const at = text(environment, 'DAYBOOK_BACKUP_AT') ?? '03:00';
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(at) ?? [];
  if (hour === undefined) throw new ConfigError(`DAYBOOK_BACKUP_AT takes a time of day in UTC, as 03:30, not "${at}".`);
  if (folder === undefined) return undefined;
  if (text(environment, 'DATABASE_URL') !== undefined) {
    throw new ConfigError(
      'DAYBOOK_BACKUP_DIR is for the embedded database. Back up that of DATABASE_URL by its own tools.',
    );
  }
  return Object.freeze({ folder: resolve(folder), at: { hour: Number(hour), minute: Number(minute) }, keep });
}

function metricsTokenOf(environment: Environment): string | undefined {
  const value = text(environment, 'DAYBOOK_METRICS_TOKEN');
  if (value === undefined || /^[\w.~+/=-]{16,200}$/.test(value)) return value;
  // The value is a secret, and is not repeated.
  throw new ConfigError('DAYBOOK_METRICS_TOKEN takes 16 to 200 letters, digits and ._~+/=-');
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
