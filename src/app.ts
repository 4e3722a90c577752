import { availableParallelism } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { catalogue, eventCatalogue } from './catalogue.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { type HeadFile, openHeadFile } from './doors/jobs/audit-heads.ts';
import { startSealer } from './doors/jobs/audit-sealer.ts';
import { registerBatches } from './doors/batch.ts';
import { compressAnswers } from './doors/compression.ts';
import { registerConsoleApp } from './doors/console-app.ts';
import { registerConsole } from './doors/console/index.ts';
import { registerDocs } from './doors/docs/index.ts';
import { registerSignInPages } from './doors/entrance/index.ts';
import { registerErrors } from './doors/errors.ts';
import { registerEventStream } from './doors/event-stream/index.ts';
import { everyJob } from './doors/jobs/every-job.ts';
import type { ContentStore } from './storage/content-store.ts';
import { registerDownloads } from './doors/files/download.ts';
import { openStore } from './storage/open-store.ts';
import { openStatementReader } from './doors/files/statement-reader.ts';
import { createHttpServer } from './doors/http.ts';
import { startWorker } from './doors/jobs/job-loop.ts';
import { limitTheRest, openLimits } from './doors/limits.ts';
import { type Load, watchLoad } from './doors/load.ts';
import { openMailer, type Mailer } from './doors/mailer.ts';
import { registerMcp } from './doors/mcp/index.ts';
import { registerOauth } from './doors/oauth/index.ts';
import { registerOperational } from './doors/operational.ts';
import { openPacker } from './doors/packing/packer.ts';
import { openDocumentRenderer } from './doors/document-renderer.ts';
import { registerReportPage } from './doors/public-page/serve-report-page.ts';
import { registerAccountantPage } from './doors/public-page/serve-accountant-page.ts';
import { registerJoinPage } from './doors/public-page/serve-join-page.ts';
import { registerPublicPage } from './doors/public-page/public-page.ts';
import { registerRest } from './doors/rest.ts';
import { openDeviceCookie } from './doors/signed-in/device-cookie.ts';
import { openPageCookie } from './doors/signed-in/page-cookie.ts';
import { startWebhooks } from './doors/webhooks/start-webhooks.ts';
import type { DiskReserve } from './disk-reserve.ts';
import type { Log } from './log.ts';
import type { Sealing } from './modules/audit/index.ts';
import { isForRest, openMcpCredentials, openPractices } from './modules/connector/index.ts';
import { openAccess } from './modules/identity/index.ts';
import { type ApiKeys, openApiKeys } from './modules/keys/index.ts';
import { dnsTexts } from './net/dns-texts.ts';
import { openGuardedFetch } from './net/guarded-fetch.ts';
import type { Access } from './operation/access.ts';
import { type HeavyWork, openHeavyWork } from './operation/heavy-work.ts';
import { newId } from './operation/new-id.ts';
import { openRefusedCredentials } from './operation/refused-credentials.ts';
import { type SharedLimits, shareLimits } from './doors/shared-limits.ts';
import type { Origin } from './operation/operation.ts';
import type { Outward } from './operation/outward.ts';
import type { Secrets } from './operation/secrets.ts';
import { registerEvents } from './operation/outbox.ts';
import type { Runtime } from './operation/run.ts';
import type { Telemetry } from './telemetry/index.ts';

export type App = {
  readonly server: FastifyInstance;
  readonly runtime: Runtime;
  readonly heavy: HeavyWork;
  close(): Promise<void>;
};

type Parts = {
  readonly config: Config;
  readonly db: Database;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly telemetry?: Telemetry | undefined;
  /** Absent where the database keeps its data elsewhere. */
  readonly disk?: DiskReserve | undefined;
  /** Ways out to what users named; the network where absent. */
  readonly outward?: Outward | undefined;
  /** Folder of the built console; without it the service offers only the pages that need no script. */
  readonly consoleFolder?: string | undefined;
};

/** Two, on the smallest machine too, so that one organisation never has them all. */
const heavyWorkAtOnce = Math.max(2, Math.floor(availableParallelism() / 2));

/** Puts database, catalogue and doors together. Listening is the caller's. */
export async function createApp({
  config,
  secrets,
  log,
  telemetry,
  disk,
  consoleFolder,
  outward = { fetch: openGuardedFetch({ loopback: config.callLoopback }), texts: dnsTexts },
  ...parts
}: Parts): Promise<App> {
  const db = telemetry?.watchDatabase(parts.db) ?? parts.db;
  registerEvents(eventCatalogue);
  const now = () => new Date().toISOString();
  const clock = { now, newId: () => newId(Date.now()) };
  const refused = openRefusedCredentials({
    db,
    secrets,
    ...clock,
    onError: (error) => log.warn({ err: error }, 'a refused credential not noted'),
  });
  const access = openAccess({ db, secrets, issuer: config.publicUrl, refused, ...clock });
  const credentials = openMcpCredentials({
    db,
    now,
    refused,
    onError: (error) => log.warn({ err: error }, 'token use not noted'),
  });
  const apiKeys = openApiKeys({
    db,
    now,
    refused,
    onError: (error) => log.warn({ err: error }, 'key use not noted'),
  });
  const store = await openStore(config);
  const renderer = openDocumentRenderer({ render: config.render, store, newId: clock.newId });
  const heavy = openHeavyWork(heavyWorkAtOnce);
  const mailer = openMailer({ ...config, from: fromOf(config), log });
  const forgetting: Access = {
    sign: (claims) => access.sign(claims),
    forget: (id) => {
      access.forget(id);
      credentials.forget(id);
      apiKeys.forget(id);
    },
  };
  const heads = openHeadFile({
    dataFolder: config.dataFolder,
    key: secrets.audit,
    onError: (error) => log.error({ err: error }, 'where audit logs end cannot be written to the data folder'),
  });
  const runtime: Runtime = {
    auditHeads: heads,
    db,
    secrets,
    ...clock,
    access: forgetting,
    settings: { ...config, throttle: config.rateLimit },
    renderer,
    packer: openPacker(heavy),
    readStatement: openStatementReader(heavy),
    outward,
    practices: openPractices(),
    ...(disk === undefined ? {} : { isFull: disk.isFull }),
    ...(telemetry === undefined ? {} : { watch: telemetry.watchCalls }),
    committed: (events, queued) => {
      work?.worker.nudge(queued);
      work?.webhooks.committed(events, queued);
    },
  };
  let work: ReturnType<typeof startWork> | undefined;
  // The embedded database has one node.
  const isShared = config.rateLimit && config.role !== 'jobs' && config.databaseUrl !== undefined;
  const sharing = isShared ? shareLimits({ db, now, log }) : undefined;
  const server = createHttpServer(config, log);
  telemetry?.watchServer(server);
  const load = watchLoad();
  load.guard(server);
  const figures = registerOperational(server, {
    db,
    renderer,
    load,
    heavy,
    isFull: () => disk?.isFull() === true,
    config,
  });
  telemetry?.measure(() => figures.getMetricsAsJSON());
  const doors = { config, log, consoleFolder, runtime, access, credentials, apiKeys, store, heavy, sharing, load };
  if (config.role !== 'web') {
    // Not before the service listens: until then it has enough to do with itself, and loops that asked the database
    // meanwhile would be told that no turn came in time.
    server.addHook('onListen', async () => {
      work = startWork({
        config,
        db,
        now,
        secrets,
        log,
        telemetry,
        disk,
        mailer,
        store,
        heads,
        runtime: () => runtime,
      });
    });
  }
  // A node that only works has no business with callers.
  if (config.role !== 'jobs') await openDoors(server, doors);
  return {
    server,
    runtime,
    heavy,
    close: async () => {
      await server.close();
      load.stop();
      await Promise.all([work?.stop(), sharing?.stop()]);
      heads.close();
      await renderer.close();
    },
  };
}

type Work = Parts & {
  readonly now: () => string;
  readonly mailer: Mailer;
  readonly store: ContentStore;
  readonly heads: HeadFile;
  readonly runtime: () => Runtime;
};

/** Starts the work that needs no caller. */
function startWork({ config, telemetry, disk, mailer, store, heads, ...parts }: Work) {
  const jobs = everyJob({ catalogue, mailer, store, ...parts });
  const handlers = telemetry?.watchJobs(jobs.handlers) ?? jobs.handlers;
  const worker = startWorker({ ...parts, ...jobs, handlers, isFull: () => disk?.isFull() === true });
  const webhooks = startWebhooks({ ...parts, fetch: openGuardedFetch({ loopback: config.callLoopback }) });
  const sealed: Sealing['sealed'] = (organization, { sequence, hash }) => {
    heads.note(organization, { sequence, hash, at: parts.now(), note: null });
  };
  const sealer = startSealer({ ...parts, sealed });
  return {
    worker,
    webhooks,
    stop: () => Promise.all([worker.stop(), webhooks.stop(), sealer.stop()]),
  };
}

type Doors = Pick<Parts, 'config' | 'log' | 'consoleFolder'> & {
  readonly runtime: Runtime;
  readonly access: ReturnType<typeof openAccess>;
  readonly credentials: ReturnType<typeof openMcpCredentials>;
  readonly apiKeys: ApiKeys;
  readonly store: ContentStore;
  readonly heavy: HeavyWork;
  readonly sharing: SharedLimits | undefined;
  readonly load: Load;
};

async function openDoors(server: FastifyInstance, doors: Doors): Promise<void> {
  const { config, log, runtime, access, credentials, apiKeys, store, heavy } = doors;
  const limits = openLimits(config.rateLimit, { shared: doors.sharing, load: doors.load });
  limitTheRest(server, limits);
  compressAnswers(server);
  const kept = { secrets: runtime.secrets, publicUrl: config.publicUrl, now: runtime.now };
  const rest = {
    catalogue,
    runtime,
    limits,
    store,
    heavy,
    actorOf: (token: string, from?: Origin) =>
      isForRest(token) ? apiKeys.admit(token, from) : access.actorOf(token, from),
    cookie: openPageCookie(kept),
    device: openDeviceCookie(kept),
  };
  server.addHook('onClose', () => apiKeys.settled());
  registerErrors(server, catalogue);
  registerDocs(server, catalogue, config.publicUrl);
  server.get('/api/.well-known/jwks.json', () => access.jwks());
  registerRest(server, rest);
  registerBatches(server, rest);
  registerDownloads(server, rest);
  registerEventStream(server, { ...rest, log });
  registerPublicPage(server, { ...rest, log });
  registerJoinPage(server, { ...rest, log });
  registerAccountantPage(server, { ...rest, log });
  registerReportPage(server, { ...rest, log });
  registerOauth(server, {
    ...rest,
    fetch: openGuardedFetch({ loopback: config.callLoopback }),
    onFailure: (error, requestId) => log.error({ err: error, request_id: requestId }, 'signing in by OAuth failed'),
  });
  const pages = {
    ...rest,
    consoleApp: registerConsoleApp(server, { folder: doors.consoleFolder, publicUrl: config.publicUrl }),
    onFailure: (error: unknown, requestId: string) =>
      log.error({ err: error, request_id: requestId }, 'a page could not be shown'),
  };
  registerSignInPages(server, pages);
  registerConsole(server, pages);
  await registerMcp(server, {
    ...rest,
    credentials,
    actorOf: (token: string, from?: Origin) => access.actorOf(token, from),
    publicUrl: config.publicUrl,
    conformanceFixtures: config.mcpConformanceFixtures,
    onFailure: (error, requestId) => log.error({ err: error, request_id: requestId }, 'tool call failed'),
  });
}

/** Mails come from the host that people know the service by, where no address of its own is set. */
function fromOf({ publicUrl, mailFrom }: Config): { name: string; address: string } {
  return { name: 'Daybook', address: mailFrom ?? `no-reply@${new URL(publicUrl).hostname}` };
}
