import type { Sql } from '../db/sql.ts';
import type { Prefixed } from '../wire/index.ts';
import type { Permission } from './operation.ts';

/** Texts that are as long as whoever wrote them pleased: lines, notes, and what files say. */
export const writtenFields = ['lines', 'notes', 'text'] as const;
/** Texts that name a record, or somebody or something in it. */
export const namingFields = [
  ...(['number', 'title', 'name', 'display_name', 'client_name', 'payee_name', 'legal_name'] as const),
  ...(['first_name', 'last_name', 'full_name', 'file_name', 'email', 'phone', 'phone_normalized'] as const),
  ...([
    'contacts',
    'tax_ids',
    'reference',
    'supplier_invoice_number',
    'sku',
    'barcode',
    'folder',
    'tags',
    'external_id',
  ] as const),
] as const;
export type SearchedField = (typeof writtenFields)[number] | (typeof namingFields)[number];

/** The search text in each form that the tables are queried with. */
export type Sought = {
  /** As it was typed, and in the ways it may be written: in capitals, in small letters. */
  readonly spellings: readonly string[];
  /** Without case and accents. */
  readonly folded: string;
  /** A column of words has a beginning of each word that is looked for. */
  readonly hasWords: (words: Sql) => Sql;
  /** Ids of clients whose names come near, as a subquery; undefined for who may not see clients. */
  readonly nearClients: Sql | undefined;
  /** The longest word, to cut a part out of a long text. */
  readonly longest: string;
};

/** A kind of record that the search over everything finds. The module that owns the table says how. */
export type Searchable = {
  readonly type: Prefixed;
  readonly permission: Permission;
  /** `/clients`, to be followed by the id. */
  readonly path: string;
  readonly table: Sql;
  readonly where?: Sql;
  /** A number, an e-mail or a code is this text, whole. Each `or` of it has an index. */
  readonly isExactly?: (sought: Sought) => Sql;
  /** A column, in the order of its index, and what its text has to begin with. */
  readonly beginsWith?: (sought: Sought) => { readonly column: Sql; readonly start: string };
  /** The column of its words, if it has one. */
  readonly words?: Sql;
  /** Includes the variants with a letter missing that `near_words` makes. */
  readonly forgives?: true;
  /** The column of its client, by whose mistyped name it is found as well. */
  readonly client?: Sql;
  readonly created: Sql;
  readonly shown: {
    readonly title: Sql;
    readonly subtitle: Sql;
    readonly date: Sql;
    /** In minor units; a record without an amount has neither. */
    readonly amount: Sql;
    readonly currency: Sql;
    readonly archived: Sql;
  };
  /** The texts in which it may be found, by the names of their fields, the most telling first. */
  readonly fields: (sought: Sought) => readonly (readonly [name: SearchedField, text: Sql])[];
};
