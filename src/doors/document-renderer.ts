import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import type { DocumentRenderer } from '../operation/afterwards.ts';
import { openPool, type PoolCounts, type RenderPool } from '../render/pool.ts';
import { RenderFault } from '../operation/renderer.ts';
import { readPdfText } from './files/read-text.ts';
import type { ContentStore } from '../storage/content-store.ts';

export type OpenDocumentRenderer = DocumentRenderer & {
  /** Undefined as long as nothing was printed. */
  readonly counts: () => PoolCounts | undefined;
  close(): Promise<void>;
};

type Parts = {
  readonly render: Config['render'];
  readonly store: ContentStore;
  readonly newId: () => string;
};

const kbPerMb = 1_024;

/**
 * Renders documents and keeps their bytes. Its processes start with the first document: who prints nothing has none.
 */
export function openDocumentRenderer({ render, store, newId }: Parts): OpenDocumentRenderer {
  let pool: RenderPool | undefined;
  let closed = false;
  const start = (): RenderPool =>
    openPool({
      size: render.processes,
      namespace: render.sandbox === 'off' ? 'never' : 'where_possible',
      memoryMaxKb: render.memoryMb * kbPerMb,
      limits: { timeoutMs: render.timeoutMs, pagesMax: render.pagesMax },
    });
  return {
    render: (job, signal) => {
      if (!closed) pool ??= start();
      return pool === undefined
        ? Promise.reject(new RenderFault('closed', 'the service stops'))
        : pool.render(job, signal);
    },
    textOf: (pdf) => readPdfText(Readable.from([pdf])),
    counts: () => pool?.counts(),
    read: async (key) => {
      const found = await store.read(key);
      return found === undefined ? undefined : buffer(found.bytes);
    },
    keep: async (key, bytes) => {
      const path = await store.incoming(newId());
      await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
      await store.keep(path, key);
    },
    close: async () => {
      closed = true;
      await pool?.close();
    },
  };
}
