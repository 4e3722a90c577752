/** Makes spreadsheets and archives, in a thread of its own. */
import { parentPort } from 'node:worker_threads';
import { strToU8, zipSync } from 'fflate';
import type { SheetData } from 'write-excel-file/node';
import writeXlsxFile from 'write-excel-file/node';
import type { Sheet, SheetCell } from '../../operation/afterwards.ts';

export type Packing =
  | { readonly kind: 'spreadsheet'; readonly sheet: Sheet }
  | { readonly kind: 'zip'; readonly files: Readonly<Record<string, string>> };

const sheetNameMax = 31;

function spreadsheet({ name, header, rows }: Sheet): Promise<Uint8Array> {
  const data: SheetData = [
    header.map((title) => ({ value: title, type: String, fontWeight: 'bold' as const })),
    ...rows.map((row) => row.map(cellOf)),
  ];
  return writeXlsxFile(data, { sheet: name.slice(0, sheetNameMax), stickyRowsCount: 1 }).toBuffer();
}

/** Texts are cells of the type text, which no spreadsheet takes for a formula. */
function cellOf(cell: SheetCell): SheetData[number][number] {
  if (cell === null) return null;
  if (typeof cell === 'string') return { value: cell, type: String };
  return { value: cell.number, type: Number, format: cell.format };
}

/** The earliest time that a zip can hold, for files that have none of their own: the same files are the same bytes. */
const timeless = new Date(1980, 0, 1);

function zip(files: Readonly<Record<string, string>>): Uint8Array {
  const packed = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  return zipSync(Object.fromEntries(packed), { mtime: timeless });
}

// Only the packer asks this thread, and is answered with what it packed.
parentPort?.on('message', (packing: Packing) => void pack(packing));

async function pack(packing: Packing): Promise<void> {
  const packed = packing.kind === 'zip' ? zip(packing.files) : await spreadsheet(packing.sheet);
  parentPort?.postMessage(new Uint8Array(packed), []);
}
