import { rm } from 'node:fs/promises';
import { announceFile, type ExportItem } from '../../modules/exports/index.ts';
import { datevFileName, datevPackage, type DatevPackagePaper } from '../../modules/handover/index.ts';
import { csvFile } from '../../modules/ledger/index.ts';
import { Id } from '../../wire/index.ts';
import { contentOf, itemsOf, type KeptFile, type Listed, noted, read, type Work } from './export-work.ts';
import { openZip, type ZipFile } from '../files/zip-file.ts';

const itemsPerLook = 25;

export type FileMade = { readonly size: number; readonly problems: number };

/**
 * Puts all pages and files into the zip, and keeps it; undefined where it was cancelled. `from` to 100 percent of the
 * work.
 */
export async function fillFile(work: Work, total: number, from: number): Promise<FileMade | undefined> {
  const { runtime, store, key, begun } = work;
  // Somebody died between keeping a file and saying so.
  if (begun.sha256 !== null) await store.remove({ organization: key.organization, sha256: begun.sha256 });
  const path = await store.incoming(`${key.id}-${runtime.newId()}`);
  const zip = await openZip(path);
  try {
    const problems = await addItems(work, zip, { total, from });
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

/** Answers how many are not in it; undefined where it was cancelled. */
async function addItems(work: Work, zip: ZipFile, { total, from }: Extent): Promise<number | undefined> {
  const layout = layouts[work.begun.layout](work);
  const taken = new Set([layout.lastName]);
  let problems = 0;
  for (let done = 0; done < total;) {
    const items = await itemsOf(work, done, itemsPerLook);
    if (items.length === 0) return undefined;
    for (const item of items) {
      const content = await contentOf(work, item);
      const facts = await factsOf(work, item, 'problem' in content);
      const name = 'problem' in content ? '' : freeName(layout.nameOf(content.name), taken);
      if ('problem' in content) problems += 1;
      else await zip.add(name, content.bytes, { modified: new Date(facts?.made ?? 0) });
      layout.note({ item, name, cells: facts?.cells, problem: 'problem' in content ? content.problem : '' });
    }
    done += items.length;
    if (!(await noted(work, total))) return undefined;
    await work.progress(from + ((100 - from) * done) / total);
  }
  // The comment makes the bytes of each export its own.
  const comment = Id('document_export').encode(work.key.id);
  await zip.add(layout.lastName, Buffer.from(layout.last()), { modified: new Date(work.runtime.now()), comment });
  return problems;
}

type Cell = string | { readonly digits: string } | null;
type Added = {
  readonly item: ExportItem;
  /** In the zip; empty where it is not there. */
  readonly name: string;
  readonly cells: readonly Cell[] | undefined;
  readonly problem: string;
};

/** How the files are called, and the one that says what they are. */
type Layout = {
  readonly nameOf: (name: string) => string;
  readonly note: (added: Added) => void;
  readonly lastName: string;
  readonly last: () => string;
};

const layouts = { index: indexLayout, datev: datevLayout } as const;

function indexLayout(): Layout {
  const rows: Parameters<typeof csvFile>[2][number][] = [];
  return {
    nameOf: (name) => name,
    note: ({ item, name, cells, problem }) => {
      const told = cells ?? ['', item.number ?? '', ...indexHeader.slice(3, -1).map(() => '')];
      rows.push([name, ...told, problem]);
    },
    lastName: 'index.csv',
    // The mark makes spreadsheets read it as UTF-8.
    last: () => `\uFEFF${csvFile('index', indexHeader, rows).content}`,
  };
}

function datevLayout({ runtime }: Work): Layout {
  const papers = new Map<string, DatevPackagePaper>();
  return {
    nameOf: datevFileName,
    note: ({ item: { paper: id, bookedOn, number }, name }) => {
      if (name === '') return;
      const month = (bookedOn ?? runtime.now()).slice(0, 7);
      const files = [...(papers.get(id)?.files ?? []), name];
      papers.set(id, { id, number, month, files });
    },
    lastName: 'document.xml',
    last: () => datevPackage([...papers.values()], runtime.now()),
  };
}

type Facts = { readonly made: string; readonly cells: readonly Cell[] };

/** Cells of the index from `type` to `amount_due`, and since when it is as it is; undefined where it may be gone. */
async function factsOf(
  work: Work,
  { document, file, number }: ExportItem,
  isGone: boolean,
): Promise<Facts | undefined> {
  const reading = async (): Promise<Facts> => {
    if (document !== null) {
      return documentFacts((await read(work, 'get_document', { id: Id('document').encode(document) })) as Listed);
    }
    const { kind, created_at: made } = (await read(work, 'get_file', { id: Id('file').encode(file) })) as KeptFile;
    return { made, cells: [kind, number ?? '', ...indexHeader.slice(3, -1).map(() => '')] };
  };
  return isGone ? reading().catch(() => undefined) : reading();
}

function documentFacts(facts: Listed): Facts {
  const { type, number, status, issue_date, due_date, client_name, currency, total, amount_due } = facts;
  const amount = (text: string | null) => (text === null ? null : { digits: text });
  const cells = [type, number, status, issue_date, due_date, client_name, currency, amount(total), amount(amount_due)];
  return { made: facts.issued_at ?? facts.updated_at, cells };
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
