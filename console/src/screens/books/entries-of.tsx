import { useMay } from '../../app/me.ts';
import { words } from '../../words/index.ts';

/** From a record, document or file to its journal entries, for those who may read the journal. */
export function EntriesOf({ id }: { readonly id: string }) {
  const may = useMay();
  if (!may('ledger:read')) return null;
  return <a href={`/journal?source_id=${id}`}>{words.value.books.entries}</a>;
}
