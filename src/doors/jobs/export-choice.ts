import type { ExportItem } from '../../modules/exports/index.ts';
import { Id } from '../../wire/index.ts';
import { uuidFrom } from '../../wire/type-id.ts';
import { Hopeless, type Listed, read, type Work } from './export-work.ts';

const itemsMax = 5_000;
const pageSize = 100;

/** Documents and files of the export, chosen as whoever asked for it sees them. */
export async function chooseItems(work: Work): Promise<ExportItem[]> {
  const items: ExportItem[] = [];
  for await (const some of work.begun.filters.booked === null ? documentsAsked(work) : papersBooked(work)) {
    items.push(...some);
    if (items.length > itemsMax) throw new Hopeless(`There are more than ${itemsMax}: narrow the selection.`);
  }
  return items;
}

/** In the order of their creation. */
async function* documentsAsked(work: Work): AsyncGenerator<ExportItem[]> {
  const { booked: _, ...filters } = work.begun.filters;
  const client = filters.client_id === null ? {} : { client_id: Id('client').encode(filters.client_id) };
  const asked = { ...given(filters), ...client, sort: 'created_at' };
  for await (const page of pagesOf<Listed>(work, 'list_documents', withBounds(asked, 'issue_date'))) {
    const wanted = filters.status === null ? page.filter(({ status }) => status !== 'draft') : page;
    yield wanted.map(({ id }) => documentItem(id, unbooked));
  }
}

type Booked = Pick<ExportItem, 'bookedOn' | 'number'>;
const unbooked: Booked = { bookedOn: null, number: null };

type Entry = {
  readonly entry_date: string;
  readonly source: { readonly type: string; readonly id: string };
  readonly paper: Paper | null;
};
type Paper = {
  readonly number: string | null;
  readonly document_id: string | null;
  readonly file_id: string | null;
};

/** What is behind the entries of some days, in their order and once: documents of sales, and the files of bills. */
async function* papersBooked(work: Work): AsyncGenerator<ExportItem[]> {
  const taken = new Set<string>();
  const asked = withBounds({ entry_date: work.begun.filters.booked, sort: 'entry_date' }, 'entry_date');
  for await (const page of pagesOf<Entry>(work, 'list_journal_entries', asked)) {
    for (const { entry_date: bookedOn, source, paper } of page) {
      const id = paper?.document_id ?? paper?.file_id ?? undefined;
      if (id === undefined || taken.has(id)) continue;
      taken.add(id);
      const booked = { bookedOn, number: paper?.number ?? null };
      if (id === paper?.document_id) yield [documentItem(id, booked)];
      else yield (await filesOfBill(work, id, source.id)).map((file) => ({ ...file, ...booked }));
    }
  }
}

function documentItem(id: string, booked: Booked): ExportItem {
  const document = uuidFrom('doc', id) ?? '';
  return { paper: document, document, file: null, ...booked };
}

async function filesOfBill(work: Work, first: string, expense: string) {
  const ids = new Set([first]);
  for await (const page of pagesOf<{ readonly id: string }>(work, 'list_files', { expense_id: expense })) {
    for (const { id } of page) ids.add(id);
  }
  const [paper = '', ...others] = [...ids].map((id) => uuidFrom('file', id) ?? '');
  return [paper, ...others].map((file) => ({ paper, document: null, file }));
}

async function* pagesOf<Row>(work: Work, name: string, input: object): AsyncGenerator<readonly Row[]> {
  for (let cursor: string | null = null; ;) {
    const asked = { ...input, limit: pageSize, ...(cursor === null ? {} : { cursor }) };
    const { data, next_cursor: next } = (await read(work, name, asked)) as Page<Row>;
    yield data;
    if (next === null) return;
    cursor = next;
  }
}

type Page<Row> = { readonly data: readonly Row[]; readonly next_cursor: string | null };

/** As lists take it: only the bounds that there are. */
function withBounds(input: Record<string, unknown>, name: string): Record<string, unknown> {
  const { [name]: bounds, ...rest } = input;
  return typeof bounds === 'object' && bounds !== null ? { ...rest, [name]: given(bounds) } : input;
}

/** The fields that are not null. */
function given(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
