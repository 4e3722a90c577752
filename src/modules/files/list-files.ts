import { z } from 'zod';
import { partsOf } from '../../core/fold.ts';
import { and, type Sql, sql } from '../../db/sql.ts';
import { anyOf, filter, instantRange } from '../../operation/filter.ts';
import {
  containing,
  instantKey,
  type List,
  listOf,
  type ListInput,
  numberKey,
  Page,
  page,
  type PageOf,
  textKey,
} from '../../operation/list.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { ExternalId, Id, Text } from '../../wire/index.ts';
import { fileKinds, FileRecord, Folder, Sha256 } from './file.ts';
import { fileTypes } from './file-type.ts';
import { fileColumns, fileRecord, type FileRow } from './store.ts';

const files = listOf({
  name: 'files',
  row: FileRecord,
  id: sql`f.id`,
  sorts: {
    created_at: instantKey(sql`f.created_at`),
    updated_at: instantKey(sql`f.updated_at`),
    name: textKey(sql`f.name`),
    size: numberKey(sql`f.size`),
  },
  defaultSort: '-created_at',
  filters: {
    q: filter(Text(100).describe('Text to find in the name or the folder.'), (text) => and(partsOf(text).map(hasWord))),
    status: anyOf(['available', 'deleted'], (wanted) =>
      wanted.length === 2 ? sql`true` : sql`(f.deleted_at is null) = ${wanted.includes('available')}`,
    ),
    kind: anyOf(fileKinds, (kinds) => sql`f.kind = any(${kinds}::text[])`),
    folder: filter(Folder, (folder) => sql`f.folder = ${folder}`),
    content_type: anyOf(fileTypes, (types) => sql`f.content_type = any(${types}::text[])`),
    expense_id: filter(
      Id('expense').describe('Receipts of this expense.'),
      (id) => sql`f.id in (select l.file_id from file_links as l
        where l.organization_id = f.organization_id and l.expense_id = ${id})`,
    ),
    document_id: filter(
      Id('document').describe('Attachments of this document.'),
      (id) => sql`f.id in (select l.file_id from file_links as l
        where l.organization_id = f.organization_id and l.document_id = ${id})`,
    ),
    is_linked: filter(
      z.boolean(),
      (wanted) => sql`exists (select from file_links as l
        where l.organization_id = f.organization_id and l.file_id = f.id) = ${wanted}`,
    ),
    sha256: filter(Sha256, (hash) => sql`f.sha256 = ${hash}`),
    external_id: filter(ExternalId, (id) => sql`f.external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`f.tags @> ${[tag]}::text[]`),
    created_at: instantRange(sql`f.created_at`),
    updated_at: instantRange(sql`f.updated_at`),
  },
});

export const listFiles = operation({
  name: 'list_files',
  summary: 'List files by name, kind, folder, tag or the record they are attached to.',
  guidance: 'Deleted files (in the bin) are listed only with `status` deleted.',
  http: 'GET /files',
  effect: 'read',
  permission: 'files:read',
  mcp: 'action',
  input: files.input,
  output: Page(FileRecord),
  run: (context, input) =>
    pageOfFiles(context, files, {
      input,
      where: input['status'] === undefined ? sql`f.deleted_at is null` : sql`true`,
    }),
});

const receipts = listOf({
  name: 'expense_receipts',
  row: FileRecord,
  id: sql`f.id`,
  sorts: { created_at: instantKey(sql`f.created_at`) },
  defaultSort: 'created_at',
  filters: {
    id: { ...filter(Id('expense'), (id) => sql`l.expense_id = ${id}`), required: true },
  },
});

/** Input of the list of receipts of an expense. */
export const receiptsInput = receipts.input;

/** A page of the receipts of an expense. */
export function pageOfReceipts(context: Context, input: ListInput): Promise<PageOf<FileRecord>> {
  const linked = sql`files f join file_links l on l.organization_id = f.organization_id and l.file_id = f.id`;
  return pageOfFiles(context, receipts, { input, where: sql`l.organization_id = f.organization_id`, from: linked });
}

type Asked = { readonly input: ListInput; readonly where: Sql; readonly from?: Sql };

async function pageOfFiles(
  context: Context,
  list: List,
  { input, where, from = sql`files f` }: Asked,
): Promise<PageOf<FileRecord>> {
  const found = await page<FileRow>(context, list, input, {
    select: fileColumns,
    from,
    where: sql`f.organization_id = ${context.organization} and ${where}`,
  });
  return { ...found, data: found.data.map((row) => fileRecord(context, row)) };
}

/** The index knows runs of three letters; with less, the scan that ends at the page's last row is faster. */
function hasWord(word: string): Sql {
  const indexed = /[\p{L}\p{N}]{3}/u.test(word);
  return indexed ? sql`f.search_text like ${containing(word)}` : sql`strpos(f.search_text, ${word}) > 0`;
}
