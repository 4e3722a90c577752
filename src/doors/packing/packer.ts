import type { HeavyWork } from '../../operation/heavy-work.ts';
import type { Packer } from '../../operation/afterwards.ts';
import { inThread, threadScript } from '../in-thread.ts';
import type { Packing } from './packing-thread.ts';

/** A year of a busy shop, tens of megabytes, takes about ten seconds on a crowded machine. */
const deadlineMs = 60_000;
const memoryMaxMb = 768;
const script = threadScript('./packing-thread', import.meta.url);

/** Makes spreadsheets and archives in a thread, so that the largest holds up nobody's call. */
export function openPacker(heavy: HeavyWork): Packer {
  const pack = (data: Packing, whose: Parameters<Packer['zip']>[1]) =>
    heavy.run({ ...whose, deadlineMs }, (signal) => inThread<Uint8Array>({ script, data, memoryMaxMb, signal }));
  return {
    spreadsheet: (sheet, whose) => pack({ kind: 'spreadsheet', sheet }, whose),
    zip: (files, whose) => pack({ kind: 'zip', files }, whose),
  };
}
