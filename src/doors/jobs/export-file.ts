import { rm } from 'node:fs/promises';
import { announceFile } from '../../modules/exports/index.ts';
import { csvFile } from '../../modules/ledger/index.ts';
import { Id } from '../../wire/index.ts';
import { itemsOf, type Listed, noted, pagesOf, read, type Work } from './export-work.ts';
import { openZip, type ZipFile } from '../files/zip-file.ts';

const documentsPerLook = 25;

export type FileMade = { readonly size: number; readonly problems: number };

/** Puts all pages into the file, and keeps it; undefined where it was cancelled. `from` to 100 percent of the work. */
export async function fillFile(work: Work, total: number, from: number): Promise<FileMade | undefined> {
  const { runtime, store, key, begun } = work;
  // Somebody died between keeping a file and saying so.
  if (begun.sha256 !== null) await store.remove({ organization: key.organization, sha256: begun.sha256 });
  const path = await store.incoming(`${key.id}-${runtime.newId()}`);
  const zip = await openZip(path);
  try {
    const problems = await addDocuments(work, zip, { total, from });
    if (problems === undefined) return undefined;
    const { size, sha256 } = await zip.close();
    const content = { organization: key.organization, sha256 };
    const within = { organization: key.organization };
    if (!(await runtime.db.transaction(within, (tx) => announceFile(tx, key, sha256)))) return undefined;
    await store.keep(path, content);
    return { size, problems };
  } finally {
    await zip.abandon().catch(() => undefined);
    await rm(path, { force: true });
  }
}

const indexHeader = [
  'file',
  'type',
  'number',
  'status',
  'issue_date',
  'due_date',
  'client',
  'currency',
  'total',
  'amount_due',
  'problem',
];

type Extent = { readonly total: number; readonly from: number };

/** Answers how many could not be printed; undefined where it was cancelled. */
async function addDocuments(work: Work, zip: ZipFile, { total, from }: Extent): Promise<number | undefined> {
  const taken = new Set<string>();
  const rows: Parameters<typeof csvFile>[2][number][] = [];
  let problems = 0;
  for (let done = 0; done < total;) {
    const ids = await itemsOf(work, done, documentsPerLook);
    if (ids.length === 0) return undefined;
    for (const id of ids) {
      const { facts, pages } = await printedOf(work, id);
      const name = 'problem' in pages ? '' : freeName(pages.filename, taken);
      if ('problem' in pages) problems += 1;
      else await zip.add(name, Buffer.from(pages.content, 'base64'), { modified: modifiedAt(facts) });
      rows.push([name, ...cellsOf(facts), 'problem' in pages ? pages.problem : '']);
    }
    done += ids.length;
    if (!(await noted(work, total))) return undefined;
    await work.progress(from + ((100 - from) * done) / total);
  }
  const { content } = csvFile('index', indexHeader, rows);
  // The mark makes spreadsheets read it as UTF-8; the comment makes the bytes of each export its own.
  const comment = Id('document_export').encode(work.key.id);
  await zip.add('index.csv', Buffer.from(`\uFEFF${content}`), { modified: new Date(work.runtime.now()), comment });
  return problems;
}

function modifiedAt(facts: Listed | undefined): Date {
  return new Date(facts?.issued_at ?? facts?.updated_at ?? 0);
}

/** Index entry of a document, and its pages. */
async function printedOf(work: Work, id: string) {
  const pages = await pagesOf(work, id);
  const isGone = 'problem' in pages;
  const reading = read(work, 'get_document', { id: Id('document').encode(id) }) as Promise<Listed>;
  const facts = await (isGone ? reading.catch(() => undefined) : reading);
  return { facts, pages };
}

function cellsOf(facts: Listed | undefined): (string | { digits: string } | null)[] {
  if (facts === undefined) return indexHeader.slice(2).map(() => '');
  const { type, number, status, issue_date, due_date, client_name, currency, total, amount_due } = facts;
  const amount = (text: string | null) => (text === null ? null : { digits: text });
  return [type, number, status, issue_date, due_date, client_name, currency, amount(total), amount(amount_due)];
}

/** Some disks do not tell large letters from small ones. */
function freeName(name: string, taken: Set<string>): string {
  const at = name.lastIndexOf('.');
  for (let copy = 1; ; copy += 1) {
    const free = copy === 1 ? name : `${name.slice(0, at)}-${copy}${name.slice(at)}`;
    if (taken.has(free.toLowerCase())) continue;
    taken.add(free.toLowerCase());
    return free;
  }
}
