import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { catalogue } from './catalogue.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { registerBatches } from './doors/batch.ts';
import { registerDocs } from './doors/docs.ts';
import { registerErrors } from './doors/errors.ts';
import { checksRunner } from './doors/checks-job.ts';
import { expiryRunner } from './doors/expiry-job.ts';
import { type ContentStore, folderStore } from './doors/files/content-store.ts';
import { registerDownload } from './doors/files/download.ts';
import { purgeRunner, sweepRunner } from './doors/files/file-jobs.ts';
import { importRunner } from './doors/import-job.ts';
import { createHttpServer } from './doors/http.ts';
import { startWorker } from './doors/jobs.ts';
import { limitTheRest, openLimits } from './doors/limits.ts';
import { documentMailer } from './doors/document-mail-job.ts';
import { mailSender } from './doors/mail.ts';
import { openPost } from './doors/post.ts';
import { registerMcp } from './doors/mcp/index.ts';
import { registerOperational } from './doors/operational.ts';
import { openPress } from './doors/press.ts';
import { registerPublicPage } from './doors/public-page/public-page.ts';
import { recurringRunner, repeatedDocuments, repeatedExpenses } from './doors/recurring-job.ts';
import { registerRest } from './doors/rest.ts';
import type { Log } from './log.ts';
import { openMcpCredentials } from './modules/connector/index.ts';
import { checksJob } from './modules/checks/index.ts';
import { purgeJob, sweepJob } from './modules/files/index.ts';
import { openAccess } from './modules/identity/index.ts';
import { mailJob } from './modules/sending/index.ts';
import { expiryJob } from './modules/stock/index.ts';
import type { Access } from './operation/access.ts';
import { newId } from './operation/new-id.ts';
import type { Secrets } from './operation/operation.ts';
import { registerEvents } from './operation/outbox.ts';
import type { Runtime } from './operation/run.ts';

export type App = { readonly server: FastifyInstance; readonly runtime: Runtime; close(): Promise<void> };

type Parts = { readonly config: Config; readonly db: Database; readonly secrets: Secrets; readonly log: Log };

/** Puts database, catalogue and doors together. Listening is the caller's. */
export async function createApp({ config, db, secrets, log }: Parts): Promise<App> {
  registerEvents(catalogue.flatMap(({ emits = [] }) => emits));
  const now = () => new Date().toISOString();
  const clock = { now, newId: () => newId(Date.now()) };
  const access = openAccess({ db, secrets, issuer: config.publicUrl, ...clock });
  const credentials = openMcpCredentials({
    db,
    now,
    onError: (error) => log.warn({ err: error }, 'token use not noted'),
  });
  const store = folderStore(join(config.dataFolder, 'files'));
  const press = openPress({ render: config.render, store, newId: clock.newId });
  const post = openPost({ ...config, from: fromOf(config), log });
  const worker =
    config.role === 'web'
      ? undefined
      : startWorker({
          db,
          now,
          secrets,
          log,
          handlers: {
            send_mail: mailSender(post),
            [mailJob]: documentMailer({ catalogue, runtime: () => runtime, post }),
            run_import: importRunner({ catalogue, runtime: () => runtime, log }),
            [checksJob]: checksRunner({ catalogue, runtime: () => runtime }),
            [expiryJob]: expiryRunner({ catalogue, runtime: () => runtime }),
            run_recurring_expense: recurringRunner(repeatedExpenses, { catalogue, runtime: () => runtime }),
            run_recurring_document: recurringRunner(repeatedDocuments, { catalogue, runtime: () => runtime }),
            [purgeJob]: purgeRunner({ runtime: () => runtime }),
            [sweepJob]: sweepRunner({ runtime: () => runtime, store }),
          },
        });
  const forgetting: Access = {
    sign: (claims) => access.sign(claims),
    forget: (id) => {
      access.forget(id);
      credentials.forget(id);
    },
  };
  const runtime: Runtime = {
    ...{ db, secrets, ...clock, access: forgetting, settings: { ...config, throttle: config.rateLimit }, press },
    committed: (_events, queued) => worker?.nudge(queued),
  };
  const server = createHttpServer(config, log);
  registerOperational(server, { db, press });
  // A node that only works has no business with callers.
  if (config.role !== 'jobs') await openDoors(server, { config, log, runtime, access, credentials, store });
  return {
    server,
    runtime,
    close: async () => {
      await server.close();
      await worker?.stop();
      await press.close();
    },
  };
}

type Doors = Pick<Parts, 'config' | 'log'> & {
  readonly runtime: Runtime;
  readonly access: ReturnType<typeof openAccess>;
  readonly credentials: ReturnType<typeof openMcpCredentials>;
  readonly store: ContentStore;
};

async function openDoors(server: FastifyInstance, doors: Doors): Promise<void> {
  const { config, log, runtime, access, credentials, store } = doors;
  const limits = openLimits(config.rateLimit);
  limitTheRest(server, limits);
  const rest = { catalogue, runtime, limits, store, actorOf: (token: string) => access.actorOf(token) };
  registerErrors(server, catalogue);
  registerDocs(server, catalogue, config.publicUrl);
  server.get('/api/.well-known/jwks.json', () => access.jwks());
  registerRest(server, rest);
  registerBatches(server, rest);
  registerDownload(server, rest);
  registerPublicPage(server, { ...rest, log });
  await registerMcp(server, {
    ...rest,
    credentials,
    publicUrl: config.publicUrl,
    conformanceFixtures: config.mcpConformanceFixtures,
    onFailure: (error, requestId) => log.error({ err: error, request_id: requestId }, 'tool call failed'),
  });
}

/** Mails come from the host that people know the service by, where no address of its own is set. */
function fromOf({ publicUrl, mailFrom }: Config): { name: string; address: string } {
  return { name: 'Daybook', address: mailFrom ?? `no-reply@${new URL(publicUrl).hostname}` };
}
