import type { Rendered, RenderJob } from './renderer.ts';
import type { WorkFor } from './heavy-work.ts';
import type { Db } from '../db/database.ts';
import type { Secrets } from './secrets.ts';

/** Content address within an organisation. */
type ContentKey = { readonly organization: string; readonly sha256: string };

/** Pages, and bytes that are kept outside of the database: what takes long and needs no transaction. */
export type DocumentRenderer = {
  /** Throws a RenderFault where the pages cannot be made. */
  readonly render: (job: RenderJob, signal?: AbortSignal) => Promise<Rendered>;
  /** Undefined where nothing is kept under the key. */
  readonly read: (key: ContentKey) => Promise<Uint8Array | undefined>;
  readonly keep: (key: ContentKey, bytes: Uint8Array) => Promise<void>;
  /** Text of a PDF, as a reader copies it out. */
  readonly textOf: (pdf: Uint8Array) => Promise<string | undefined>;
};

/** A cell: nothing, a text, or a number with how many decimals it is shown with, such as `0.00`. */
export type SheetCell = string | null | { readonly number: number; readonly format: string };

export type Sheet = {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly SheetCell[])[];
};

/** Makes files that take long to make, off the event loop and when it is the organisation's turn. */
export type Packer = {
  /** An Office Open XML spreadsheet of one sheet. */
  readonly spreadsheet: (sheet: Sheet, whose: WorkFor) => Promise<Uint8Array>;
  /** An archive of texts, by their names. */
  readonly zip: (files: Readonly<Record<string, string>>, whose: WorkFor) => Promise<Uint8Array>;
};

export type AfterCommitContext = {
  readonly organization: string;
  /** RFC 3339, UTC. */
  readonly now: string;
  readonly renderer: DocumentRenderer;
  readonly packer: Packer;
  /** Aborted when the caller hangs up. */
  readonly signal?: AbortSignal | undefined;
  /** A short transaction of its own in the organisation, for what must be known of that which was made. */
  readonly write: <Result>(work: (context: Writing) => Promise<Result>) => Promise<Result>;
};

type Writing = {
  readonly db: Db;
  readonly organization: string;
  readonly newId: () => string;
  readonly now: string;
  readonly secrets: Secrets;
};

/** The rest of an answer, made from the data read once its transaction is over. */
export class Afterwards<Output> {
  readonly make: (afterCommit: AfterCommitContext) => Promise<Output>;
  /** May differ from the caller's: a link leads a stranger into an organisation. */
  readonly organization: string;

  constructor(make: (afterCommit: AfterCommitContext) => Promise<Output>, organization = '') {
    this.make = make;
    this.organization = organization;
  }
}

/** Answers with what is made once the transaction is over, so that setting pages never holds one. For reads. */
export function afterwards<Output>(make: (afterCommit: AfterCommitContext) => Promise<Output>): Afterwards<Output> {
  return new Afterwards(make);
}
