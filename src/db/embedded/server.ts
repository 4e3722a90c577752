import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenArguments, type Address } from './address.ts';
import { EmbeddedError } from './embedded-error.ts';
import { clearLeftovers } from './leftovers.ts';
import { plainEnvironment } from './program.ts';
import type { Programs } from './programs.ts';
import { waitUntilReady } from './ready.ts';
import { keepServerLogSmall, openServerLog } from './server-log.ts';
import { signalServer } from './signal-server.ts';
import { clusterTag, pathInside, type Site } from './site.ts';
import { startWatchdog } from './watchdog.ts';

export type ServerOptions = {
  readonly site: Site;
  readonly programs: Programs;
  readonly address: Address;
  /** The owner's, to ask whether the server is ready. */
  readonly probeUrl: string;
  readonly fast: boolean;
  readonly log: (line: string) => void;
};

export type Server = { readonly stop: () => Promise<void> };

/** One life of the server's main process. */
type Life = {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
  readonly whyEnded: () => string;
};

/** Errors that pass once an earlier server has released its resources; all others stay. */
const passingReasons = /shared memory block|lock file|could not create any|Address already in use/;
const passingWithinMs = 15_000;
const firstDelayMs = 100;
const delayMaxMs = 10_000;
const steadyAfterMs = 10_000;
const fastShutdownMs = 20_000;
const immediateShutdownMs = 10_000;

/**
 * Starts the server and answers when it takes connections. From then on it is started again, at the same address,
 * whenever it ends; and it is shut down when this process ends without having stopped it.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { site, programs, log } = options;
  const watchdog = startWatchdog({ account: site.account, control: programs.control });
  const stopTrimming = keepServerLogSmall(site.serverLog);
  const stopping = new AbortController();
  let life: Life | undefined;

  async function bringUp(): Promise<void> {
    const deadline = performance.now() + passingWithinMs;
    for (;;) {
      const { cluster } = site;
      await clearLeftovers({ cluster, tag: clusterTag(cluster), address: options.address, control: programs.control });
      if (stopping.signal.aborted) return;
      life = begin(options);
      if (life.child.pid !== undefined) watchdog.watch(life.child.pid);
      const ready = await isReady(options, life);
      if (ready || stopping.signal.aborted) return;
      const reason = life.whyEnded();
      if (!passingReasons.test(reason) || performance.now() > deadline) {
        throw new EmbeddedError(`PostgreSQL did not start: ${reason}. More in ${site.serverLog}.`);
      }
      await sleep(firstDelayMs);
    }
  }

  async function keepUp(): Promise<void> {
    let delayMs = firstDelayMs;
    for (;;) {
      const begun = performance.now();
      await life?.ended;
      if (stopping.signal.aborted) return;
      log(`PostgreSQL ended (${life?.child.signalCode ?? life?.child.exitCode}) and is started again.`);
      delayMs = performance.now() - begun > steadyAfterMs ? firstDelayMs : Math.min(2 * delayMs, delayMaxMs);
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      await bringUp().catch((error: Error) => log(error.message));
    }
  }

  async function end(): Promise<void> {
    stopping.abort();
    if (life !== undefined) await shutDown(life, programs.control);
    watchdog.stop();
    stopTrimming();
  }

  try {
    await bringUp();
  } catch (error) {
    await end();
    throw error;
  }
  const keeping = keepUp();
  let stopped: Promise<void> | undefined;
  return { stop: () => (stopped ??= end().then(() => keeping)) };
}

function begin({ site, programs, address, fast }: ServerOptions): Life {
  const log = openServerLog(site.serverLog, site.heir);
  // Survives a kill -9 all the same, which tests are about; only a power cut would lose something. Test files that run
  // side by side share one server, with a pool or more each.
  const careless = ['fsync=off', 'full_page_writes=off', 'max_connections=400'].flatMap((setting) => ['-c', setting]);
  const tag = `cluster_name=${clusterTag(site.cluster)}`;
  const child = spawn(
    programs.postgres,
    ['-D', pathInside(site, site.cluster), '-c', tag, ...listenArguments(address), ...(fast ? careless : [])],
    {
      ...site.account,
      cwd: site.cluster,
      env: plainEnvironment,
      // Its own session: a Ctrl-C meant for the service would shut the server down under requests not yet finished.
      detached: true,
      stdio: ['ignore', log.handle, log.handle],
      windowsHide: true,
    },
  );
  log.close();
  let failure: Error | undefined;
  const ended = once(child, 'exit').then(
    () => undefined,
    (error: Error) => void (failure = error),
  );
  return { child, ended, whyEnded: () => failure?.message ?? log.whyEnded() };
}

/** Answers false when the server ended instead. */
async function isReady({ probeUrl, log }: ServerOptions, { ended }: Life): Promise<boolean> {
  const gaveUp = new AbortController();
  const outcome = Promise.race([
    waitUntilReady(probeUrl, { signal: gaveUp.signal, log }).then(() => true),
    ended.then(() => false),
  ]);
  return outcome.finally(() => gaveUp.abort());
}

async function shutDown({ child, ended }: Life, control: string): Promise<void> {
  const { pid } = child;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const endsWithin = (ms: number) => Promise.race([ended, sleep(ms, undefined, { ref: false })]);
  if (pid === undefined || hasEnded()) return;
  signalServer(pid, 'SIGINT', control);
  await endsWithin(fastShutdownMs);
  if (pid === undefined || hasEnded()) return;
  signalServer(pid, 'SIGQUIT', control);
  await endsWithin(immediateShutdownMs);
  if (!hasEnded()) child.kill('SIGKILL');
  await ended;
}
