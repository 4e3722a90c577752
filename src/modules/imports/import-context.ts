import type { CalledClients, CalledVariants } from './find-called.ts';

/** An answer in wire form; each kind reads the fields that it knows. */
export type Answered = Readonly<Record<string, unknown>>;

export type Lookup = { readonly operation: string; readonly input: object };

/** Context of an import: the operations of the catalogue, with the permissions of its user. */
export type ImportContext = {
  readonly isTrial: boolean;
  readonly stock: 'issue' | 'none';
  /** Runs a write at once, apart from the record that needs it. */
  readonly write: (operation: string, input: object) => Promise<Answered>;
  readonly read: (operation: string, input: object) => Promise<Answered>;
  readonly calledClients: (texts: readonly string[]) => Promise<readonly CalledClients[]>;
  readonly calledVariants: (texts: readonly string[]) => Promise<readonly CalledVariants[]>;
  /** Several reads in one transaction. What may not be read is not there. */
  readonly readAll: (lookups: readonly Lookup[]) => Promise<readonly Answered[]>;
  /** Looks a thing up once for the whole import. */
  readonly once: <Found>(key: string, find: () => Promise<Found>) => Promise<Found>;
};

/** One write that brings a record in. The writes of a record happen all or none of them. */
export type Step = {
  readonly operation: string;
  readonly input: object;
  /** What it takes from the answer of the first step of its record. */
  readonly following?: (answer: Answered) => object;
};
