import { automaticKey, withoutAutomatic } from '../handover/index.ts';
import { fileUnreadable } from './import.ts';
import { mapInSlices } from './in-slices.ts';
import type { TableRow } from './table.ts';

const bookings = 'Buchungsstapel';
const [kindAt, yearAt, fromAt, chartAt] = [3, 12, 14, 26];
const [accountName, contraName, keyName, dayName] = ['Konto', 'Gegenkonto', 'BU-Schl', 'Belegdatum'];
/** Before a key, so that it is not taken for one of other software. */
export const datevKeyMark = 'BU ';

export function isDatev([first]: readonly TableRow[]): boolean {
  return first?.cells[0] === 'EXTF' || first?.cells[0] === 'DTVF';
}

/**
 * The rows of a batch of DATEV below its first line, which says of which year their days are and by which chart
 * accounts compute a tax by themselves. Where a row leaves cells out at its end, they are empty.
 */
export async function fromDatev([first, header, ...rows]: readonly TableRow[], pointer: string): Promise<TableRow[]> {
  const told = first?.cells ?? [];
  if (told[kindAt] !== bookings || header === undefined) throw notBookings(told[kindAt], pointer);
  const at = (name: string) => header.cells.findIndex((cell) => cell.startsWith(name));
  const [account, contra, key, day] = [accountName, contraName, keyName, dayName].map(at);
  const chart = ({ '03': '03', '04': '04' } as const)[told[chartAt] ?? ''] ?? null;
  const below = await mapInSlices(rows, ({ line, cells }) => {
    const width = Math.max(header.cells.length, cells.length);
    const whole = Array.from({ length: width }, (_, index) => cells[index] ?? '');
    const [byAccount] = [account, contra].flatMap((one) => automaticKey(chart, whole[one ?? -1] ?? '') ?? []);
    const read = (cell: string, index: number) => {
      if (index === day) return dayOf(cell, told[fromAt] || told[yearAt] || '');
      return index === key ? keyed(cell, byAccount) : cell;
    };
    return { line, cells: whole.map(read) };
  });
  return [header, ...below];
}

/** What stands in a row for its tax: its own key, or that of an account that computes a tax by itself. */
function keyed(cell: string, byAccount: string | undefined): string {
  const key = /^0*$/.test(cell) ? byAccount : cell;
  return key === undefined || key === withoutAutomatic ? '' : `${datevKeyMark}${key}`;
}

/** `2102` is the 21st of February of the year that the batch begins in, or of the next if that is before it. */
function dayOf(text: string, from: string): string {
  const [, date, month] = /^(\d{1,2})(\d{2})$/.exec(text.trim()) ?? [];
  const [, year, first] = /^(\d{4})(\d{2})\d{2}$/.exec(from) ?? [];
  if (date === undefined || month === undefined || year === undefined || first === undefined) return text;
  const own = month >= first ? year : String(Number(year) + 1);
  return `${own}-${month}-${date.padStart(2, '0')}`;
}

function notBookings(kind: string | undefined, pointer: string): Error {
  const message = `It is a DATEV file of "${kind ?? ''}": export the Buchungsstapel, or a list as CSV.`;
  return fileUnreadable({ detail: message, errors: [{ pointer, code: 'other_datev_file', message }] });
}
