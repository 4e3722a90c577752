/** The embedded database cannot run, and the message tells a person why and what to do, in one line. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
}

/** The system's word for what went wrong, such as ENOENT, or PostgreSQL's, such as 28P01. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
