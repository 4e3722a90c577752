import { z } from 'zod';

/** Layout version of archives. Another layout is another number. */
export const archiveVersion = 1;
export const manifestPath = 'manifest.json';

const Part = z.object({
  path: z.string(),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const TablePart = Part.extend({ table: z.string(), rows: z.int().min(0) });

/** Contents of an archive. It is the last that is written, and the first that is read. */
export const Manifest = z.object({
  format: z.literal('daybook-archive'),
  version: z.literal(archiveVersion),
  made_at: z.string(),
  made_by: z.string(),
  /** The migrations of the database that it was made from: whoever restores it has the same. */
  schema: z.string(),
  organization: z.object({ id: z.uuid(), name: z.string(), base_currency: z.string() }),
  /** Head of the audit log. */
  audit_log: z.object({ sequence: z.string(), hash: z.string() }).nullable(),
  /** Results of every check of the books: a restore must find the same. */
  checks: z.array(z.object({ name: z.string(), checked: z.int(), wrong: z.int() })),
  tables: z.array(TablePart),
  parts: z.array(Part),
  /** Bytes of files and kept pages, each at `files/` under its SHA-256. */
  files: z.object({ count: z.int(), bytes: z.int(), missing: z.array(z.string()) }),
  left_out: z.object({
    tables: z.array(z.object({ table: z.string(), reason: z.string() })),
    columns: z.array(z.object({ table: z.string(), column: z.string(), reason: z.string() })),
    rows: z.array(z.object({ table: z.string(), reason: z.string() })),
  }),
});
export type Manifest = z.output<typeof Manifest>;

/** Members of the organisation; not a table of its own, since a user may be in several organisations. */
export const peopleTable = 'archive_people';

export function tablePath(table: string): string {
  return `records/${table}.jsonl`;
}

export function filePath(sha256: string): string {
  return `files/${sha256.slice(0, 2)}/${sha256}`;
}

export const readme = `This is the archive of one organisation, made by Daybook.

manifest.json   what is in here, with the SHA-256 of every part, and what was left out and why
records/        every record, one line of JSON each, by the tables of the database; exact, for restoring
csv/            clients, products, sales, payments, expenses, documents, files and the journal, for spreadsheets
journal/        the books for hledger and Beancount: two programs that prove them without this one
files/          the bytes of files and of the pages of documents, under their SHA-256; csv/files.csv says what they are

daybook restore-organization brings it all back, on this installation or on another.
`;
