import { z } from 'zod';
import type { ClientFacts } from '../../../operation/operation.ts';

/** Facts about the client stored with its last use. */
const KeptFacts = z.object({
  protocol: z.string().nullable(),
  says_it_each_time: z.boolean(),
  opens_pages: z.boolean(),
  /** Milliseconds by which its clock was ahead. */
  clock_ms: z.int().nullable(),
});
export type KeptFacts = z.output<typeof KeptFacts>;

export function keptFacts({ protocol, saysItEachTime, opensPages, date }: ClientFacts, at: string): KeptFacts {
  return {
    protocol: protocol ?? null,
    says_it_each_time: saysItEachTime,
    opens_pages: opensPages,
    clock_ms: date === undefined ? null : Date.parse(date) - Date.parse(at),
  };
}

/** Undefined where nothing was kept yet. */
export function factsFrom(kept: unknown): KeptFacts | undefined {
  return KeptFacts.safeParse(kept).data;
}
