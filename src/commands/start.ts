import { createServer } from 'node:net';
import { type App, createApp } from '../app.ts';
import { type Config, ConfigError } from '../config.ts';
import { connect } from '../db/connect.ts';
import { type DiskReserve, keepDiskReserve } from '../disk-reserve.ts';
import { consoleFolder } from '../doors/console-app.ts';
import { openLog } from '../log.ts';
import { openSecrets } from '../secrets.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { scheduleBackups } from './backup/scheduled.ts';
import { readVersion } from './backup/version.ts';
import { collectGarbage } from './collect-garbage.ts';

/** Longer than any statement may take. What is open then belongs to a caller who stopped half way through a request. */
const patienceMs = 7_000;
/** Calls and jobs have ten seconds to end, the database twenty. Whatever hangs for longer must not keep a node. */
const endMs = 30_000;

export type Running = { readonly url: string; stop(): Promise<void> };

/** Runs the service until it is told to stop. `greet` says what is printed once it listens. */
export async function start(config: Config, greet = welcome): Promise<void> {
  const running = await serve(config);
  collectGarbage();
  console.log(greet(config, running.url));
  await stopSignal();
  const hurry = setTimeout(() => process.exit(1), endMs);
  await running.stop();
  clearTimeout(hurry);
  process.exit(0);
}

/** Brings up database and doors, and listens. */
export async function serve(config: Config): Promise<Running & { app: App }> {
  const telemetry = await telemetryOf(config);
  const log = openLog(config.logLevel, telemetry?.mark);
  const connected = await connect({
    ...config,
    log: (line) => log.info(line),
    // The error itself carries the connection, with every statement that was prepared on it.
    onConnectionError: ({ message }) => log.warn({ reason: message }, 'database connection lost'),
  });
  let app: App | undefined;
  let disk: DiskReserve | undefined;
  let backups: ReturnType<typeof scheduleBackups> | undefined;
  const stop = async () => {
    await backups?.stop();
    const impatience = setTimeout(() => app?.server.server.closeAllConnections(), patienceMs);
    await app?.close();
    clearTimeout(impatience);
    await disk?.stop();
    await connected.close();
    await telemetry?.close();
    log.flush();
  };
  try {
    const secrets = openSecrets(config.dataFolder, config.secret);
    if (config.databaseUrl === undefined) disk = await keepDiskReserve(config.dataFolder, log);
    app = await createApp({ config, db: connected.db, secrets, log, telemetry, disk, consoleFolder });
    const url = await app.server.listen({ host: config.host, port: config.port });
    if (config.backup !== undefined && config.role !== 'web') backups = scheduleBackups(config.backup, log);
    return { app, url, stop };
  } catch (error) {
    await stop();
    throw explained(error, config);
  }
}

/** Loaded only where a collector is named. */
async function telemetryOf({ telemetry: config }: Config): Promise<Telemetry | undefined> {
  if (config === undefined) return undefined;
  const { openTelemetry } = await import('../telemetry/index.ts');
  const onFailure = (why: string) => console.error(`OTEL_EXPORTER_OTLP_ENDPOINT does not take what is sent: ${why}`);
  return openTelemetry({ config, version: readVersion(), onFailure });
}

/** Sees whether the port can be listened on, for what takes long before it does. */
export async function claimPort(config: Pick<Config, 'host' | 'port'>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer();
  server.once('error', (error) => reject(explained(error, config)));
  server.listen(config.port, config.host, () => server.close(() => resolve()));
  return promise;
}

/** Errors of listening nearly always come from a setting. */
function explained(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new ConfigError(`PORT ${port} of ${host} is taken. Stop what uses it, or set another PORT.`);
  if (code === 'EACCES') return new ConfigError(`PORT ${port} is not for this account. Set one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new ConfigError(`HOST takes an address of this machine, not "${host}".`);
  }
  return error instanceof Error ? error : new Error(String(error));
}

/** Resolves at the first request to end: Ctrl-C, `kill`, a container's stop, or the end of the launcher before us. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    // Listened to for good: Ctrl-C comes from the terminal and again from the launcher, and once must not end us.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
    // `bin/node24.js` holds the other end of the channel, if it ran us.
    if (process.send === undefined) return;
    if (process.connected) process.once('disconnect', () => resolve());
    else resolve();
  });
}

function welcome(config: Config, url: string): string {
  const place = config.databaseUrl === undefined ? `the folder ${config.dataFolder}` : 'the database of DATABASE_URL';
  return `
  Daybook runs at ${config.publicUrl}${url === config.publicUrl ? '' : ` (listening on ${url})`}
  Its books are in ${place}.

  Begin: open ${config.publicUrl} and register. The first user becomes the owner.

  Then connect your AI app in a minute: ${config.publicUrl}/connect
  Reference: ${config.publicUrl}/api/docs     Guide for AI apps: ${config.publicUrl}/api/mcp/v1/guide
  Stop with Ctrl-C.
`;
}
