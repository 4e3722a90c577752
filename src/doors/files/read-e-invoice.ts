import type { KeptEInvoice } from '../../einvoice/kept.ts';
import type { FileType } from '../../modules/files/index.ts';
import { type HeavyWork, WorkTimeout, type WorkFor } from '../../operation/heavy-work.ts';
import { inThread, OutOfMemory, threadScript } from '../in-thread.ts';
import type { Glimpse } from './inspect.ts';

/** On a crowded machine too; only whoever sent the file waits for it. */
const deadlineMs = 20_000;
const memoryMaxMb = 384;
const script = threadScript('./e-invoice-worker', import.meta.url);

type Asked = WorkFor & { readonly type: FileType; readonly glimpse: Glimpse; readonly heavy: HeavyWork };

/**
 * The e-invoice in a file, undefined where there can be none. It is read when it is the organisation's turn, in a
 * thread that is ended when it takes too long or too much: whoever sends a file made to be slow waits alone.
 *
 * @throws Overloaded where too many files of the organisation wait already.
 */
export async function readEInvoice(path: string, asked: Asked): Promise<KeptEInvoice | undefined> {
  const { type, glimpse, heavy, organization, signal: gone } = asked;
  const mayCarry = type === 'application/xml' || (type === 'application/pdf' && glimpse.hasAttachment);
  if (!mayCarry) return undefined;
  const read = await heavy
    .run({ organization, signal: gone, deadlineMs }, (signal) =>
      inThread<KeptEInvoice>({ script, data: { path }, memoryMaxMb, signal }).catch((error: unknown) => {
        if (signal.aborted) throw error;
        // The file itself is kept, whatever the error.
        return error instanceof OutOfMemory ? tooSlow : failed;
      }),
    )
    .catch((error: unknown) => {
      if (error instanceof WorkTimeout) return tooSlow;
      throw error;
    });
  // A PDF may have attachments that are no invoice, and most that do have none.
  return read.fault?.code === 'no_attachment' ? undefined : read;
}

const tooSlow: KeptEInvoice = {
  fault: { code: 'too_slow', message: 'the file takes too long or too much memory to read', place: null },
};
const failed: KeptEInvoice = { fault: { code: 'failed', message: 'the file could not be read', place: null } };
