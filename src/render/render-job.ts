import type { Diagnostic, RenderFaultKind, RenderJob } from '../operation/renderer.ts';

export type RenderLimits = {
  /** For sources that somebody else wrote. */
  readonly timeoutMs: number;
  /** For our own designs, which end: only a crowded machine makes them slow. */
  readonly ownTimeoutMs: number;
  readonly pagesMax: number;
  readonly outputBytesMax: number;
  readonly inputBytesMax: number;
};

export const defaultLimits: RenderLimits = {
  timeoutMs: 5_000,
  ownTimeoutMs: 30_000,
  pagesMax: 300,
  outputBytesMax: 30_000_000,
  inputBytesMax: 40_000_000,
};

/** The first message: the fonts of every document, and the root of the workspace. */
export type Greeting = { readonly workspace: string; readonly fonts: readonly string[] };
export type Order = Omit<RenderJob, 'organization' | 'untrusted'> & { readonly limits: RenderLimits };
export type Reply =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly bytes: Uint8Array; readonly pages: number; readonly rssBytes: number }
  | {
      readonly type: 'failed';
      readonly kind: RenderFaultKind;
      readonly message: string;
      readonly diagnostics: readonly Diagnostic[];
      readonly rssBytes: number;
    };
