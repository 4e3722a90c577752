import { type HeavyWork, WorkTimeout } from '../../operation/heavy-work.ts';
import type { StatementReader } from '../../operation/statement-reader.ts';
import type { KeyedFile } from '../../statement/read-keyed.ts';
import { inThread, OutOfMemory, threadScript } from '../in-thread.ts';

/** 100,000 lines take about ten seconds on a crowded machine. */
const deadlineMs = 60_000;
const memoryMaxMb = 1_024;
const script = threadScript('./statement-worker', import.meta.url);

export function openStatementReader(heavy: HeavyWork): StatementReader {
  return (source, whose) =>
    heavy
      .run({ ...whose, deadlineMs }, (signal) => inThread<KeyedFile>({ script, data: source, memoryMaxMb, signal }))
      .catch((error: unknown) => {
        if (error instanceof WorkTimeout || error instanceof OutOfMemory) return tooMuch;
        throw error;
      });
}

const tooMuch: KeyedFile = {
  fault: {
    code: 'too_large',
    message: 'the file takes too long or too much memory to read; send it in parts',
    place: null,
  },
};
