import { z } from 'zod';

/** Raised when older versions could not read what is written. */
export const formatVersion = 1;

/** First in the archive: what it takes to put it back. */
export const About = z.object({
  format: z.int(),
  daybook: z.string(),
  began_at: z.string(),
  /** Null where the database is a server's own, and not in here. */
  postgres: z.object({ major: z.string(), migration: z.string() }).nullable(),
});
export type About = z.output<typeof About>;

/** Last: an archive without it was never finished. */
export const Manifest = z.object({
  ended_at: z.string(),
  files: z.array(z.object({ path: z.string(), size: z.int(), sha256: z.string() })),
});
export type Manifest = z.output<typeof Manifest>;

export const aboutPath = 'daybook-backup.json';
export const manifestPath = 'manifest.json';

/** The parts of a data folder that a backup holds, in the order in which they are put back. */
export const parts = ['files', 'outbox', 'keys', 'postgres'] as const;
