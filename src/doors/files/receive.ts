import { readFile, rm } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  announceContent,
  confirmContent,
  type Content,
  plainNameOf,
  queueText,
  textJob,
} from '../../modules/files/index.ts';
import type { Actor } from '../../operation/actor.ts';
import { validationFailed } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { authorize } from '../../operation/execute.ts';
import type { HeavyWork } from '../../operation/heavy-work.ts';
import type { Runtime } from '../../operation/run.ts';
import { coerceTexts } from '../input.ts';
import type { ContentStore } from '../../storage/content-store.ts';
import { type Form, readForm } from './form.ts';
import { inspect } from './inspect.ts';
import { readEInvoice } from './read-e-invoice.ts';
import { tidiedText } from './read-text.ts';

type Receiving = {
  readonly runtime: Runtime;
  readonly store: ContentStore;
  readonly heavy: HeavyWork;
  readonly operation: Operation;
  readonly actor: Actor;
  readonly shape: Readonly<Record<string, z.ZodType>>;
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal;
};

/**
 * Stores the file of a form, and returns the form as the body that the operation takes: its fields, and the hash of the
 * file, by which the same file sent again is the same request. Permission is checked before the first byte.
 *
 * A refusal by the operation, or a preview, leaves bytes without a file, which are removed a day later.
 */
export async function receiveFile(request: FastifyRequest, receiving: Receiving): Promise<object> {
  const { runtime, store, heavy, operation, actor, shape, signal } = receiving;
  authorize(operation, actor);
  const path = await store.incoming(runtime.newId());
  try {
    const form = await readForm(request, path);
    const { sha256, glimpse } = form;
    const body = bodyOf(form, shape);
    const organization = actor.organization?.id ?? '';
    const type = inspect(glimpse);
    const eInvoice = await readEInvoice(path, { type, glimpse, heavy, organization, signal });
    const text = type === 'text/plain' ? tidiedText(await readFile(path, 'utf8')) : undefined;
    const content = { sha256, contentType: type, size: glimpse.size, eInvoice, text };
    await keep(receiving, path, content);
    return body;
  } finally {
    await rm(path, { force: true });
  }
}

function bodyOf({ fields, filename, sha256 }: Form, shape: Receiving['shape']): object {
  const given = coerceTexts(fields, shape);
  if (given['sha256'] !== undefined && given['sha256'] !== sha256) {
    const message = `The hash of the file is ${sha256}.`;
    throw validationFailed({ errors: [{ pointer: '/sha256', code: 'wrong_digest', message }], hint: message });
  }
  const name = given['name'] ?? plainNameOf(filename);
  return { ...given, sha256, ...(name === undefined ? {} : { name }) };
}

/**
 * First the row that says they come, then the bytes, then that they are there. What a PDF says is read afterwards by a
 * job, since no answer waits for it.
 */
async function keep({ runtime, store, actor }: Receiving, path: string, content: Content): Promise<void> {
  const { db, now, newId, secrets } = runtime;
  const organization = actor.organization?.id ?? '';
  const bringing = (tx: Parameters<Parameters<typeof db.transaction>[1]>[0]) => {
    return { db: tx, organization, newId, now: now(), secrets };
  };
  await db.transaction({ organization }, (tx) => announceContent(bringing(tx), content));
  await store.keep(path, { organization, sha256: content.sha256 });
  await db.transaction({ organization }, async (tx) => {
    await confirmContent(bringing(tx), content);
    if (content.contentType === 'application/pdf') await queueText(bringing(tx), content.sha256);
  });
  runtime.committed?.([], new Set([textJob]));
}
