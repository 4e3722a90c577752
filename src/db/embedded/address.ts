import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { EmbeddedError } from './embedded-error.ts';

/** A folder with a socket in it, or a loopback port. */
export type Address = { readonly socketFolder: string } | { readonly port: number };

/** Linux takes 107 bytes, macOS 103. */
const socketPathBytesMax = 100;
/** Names the socket's file; nothing listens on it. */
const socketPort = 5432;
/** Below the ports that systems hand to outgoing connections, which could take ours while the server restarts. */
const firstPort = 15_432;
const portsTried = 500;
const answerTimeoutMs = 1_000;
const loopback = '127.0.0.1';

/** Answers a socket in the home where its path is short enough, else a loopback port that stays the same. */
export async function chooseAddress(home: string): Promise<Address> {
  return socketIn(home) ?? { port: await choosePort(portFile(home)) };
}

/** Address of a server on this data folder, if one listens. */
export function knownAddress(home: string): Address | undefined {
  const socket = socketIn(home);
  if (socket !== undefined) return socket;
  return existsSync(portFile(home)) ? { port: Number(readFileSync(portFile(home), 'utf8')) } : undefined;
}

function socketIn(home: string): Address | undefined {
  const socketFolder = join(home, 'socket');
  const fits = Buffer.byteLength(socketFile(socketFolder)) <= socketPathBytesMax;
  return fits && process.platform !== 'win32' ? { socketFolder } : undefined;
}

function portFile(home: string): string {
  return join(home, 'port');
}

/** A URL that `new URL` and node-postgres read alike: the host parameter wins over the name before it. */
export function urlOf(
  address: Address,
  { role, password, database }: Record<'role' | 'password' | 'database', string>,
): string {
  const [host, port] =
    'port' in address ? [loopback, address.port] : [encodeURIComponent(address.socketFolder), socketPort];
  return `postgresql://${role}:${password}@localhost/${database}?host=${host}&port=${port}&sslmode=disable`;
}

/** The server starts in the cluster, beside which the socket's folder lies: so its own path never is too long. */
export function listenArguments(address: Address): string[] {
  const settings =
    'port' in address
      ? [`listen_addresses=${loopback}`, `port=${address.port}`, 'unix_socket_directories=']
      : ['listen_addresses=', `port=${socketPort}`, 'unix_socket_directories=../socket'];
  return settings.flatMap((setting) => ['-c', setting]);
}

/** True where a server listens on the socket. A port proves nothing: any program may have taken it. */
export async function isAnswered(address: Address): Promise<boolean> {
  if ('port' in address) return false;
  const socket = connect({ path: socketFile(address.socketFolder), timeout: answerTimeoutMs });
  const answered = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('timeout', () => resolve(false));
    socket.once('error', () => resolve(false));
  });
  socket.destroy();
  return answered;
}

function socketFile(folder: string): string {
  return join(folder, `.s.PGSQL.${socketPort}`);
}

async function choosePort(file: string): Promise<number> {
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const candidates = [kept, ...Array.from({ length: portsTried }, (_, index) => firstPort + index)];
  for (const port of candidates) {
    if (!Number.isInteger(port) || port < 1_024 || port > 65_535 || !(await isFree(port))) continue;
    if (port !== kept) writeFileSync(file, `${port}\n`);
    return port;
  }
  throw new EmbeddedError(
    `Every port from ${firstPort} on is taken. Use a data folder with a shorter path, which needs none.`,
  );
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, loopback, () => server.close(() => resolve(true)));
  });
}
