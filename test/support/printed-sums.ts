import { execFileSync } from 'node:child_process';
import type { readInvoice } from '../../src/einvoice/read.ts';

/** Sums that do not add up on the pages of a document, as a reader with a calculator finds them. */
export function pageFaults(pages: Uint8Array): string[] {
  return rowFaults(pageRows(pages));
}

export function pageRows(pages: Uint8Array): string[] {
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pages, encoding: 'utf8' });
  return text.split('\n').map((row) => row.replaceAll(/[\u2066-\u2069]/g, '').trim());
}

export function rowFaults(rows: readonly string[]): string[] {
  const from = rows.findIndex((row) => /DESCRIPTION\b/i.test(row));
  const last = closings.map((closing) => rows.findIndex((row, index) => index > from && closing.test(row)));
  const to = last.find((index) => index !== -1) ?? -1;
  if (from === -1 || to === -1) return ['there are no lines, or nothing that they come to'];
  let sum = 0n;
  let afterLines = false;
  const faults = rows.slice(from + 1, to + 1).flatMap((row) => {
    const isLine = !afterLines && /^[0-9]+\s/.test(row);
    const said = amountIn(row);
    // What a tax is of stands beside its words, also where a long name of the tax takes two rows.
    const isInWords = !isLine && !/\s{2}\S+$/.test(row);
    if (said === undefined || isInWords || inside.test(row)) return [];
    const { label, minor } = said;
    afterLines ||= !isLine;
    if (isLine || !sums.test(label)) {
      // Below a line stands what it is, which may end in a number.
      sum += isLine || afterLines ? minor : 0n;
      return [];
    }
    return minor === sum ? [] : [`${label} is ${minor}, and what is above it comes to ${sum}`];
  });
  return [...faults, ...partFaults(rows.slice(to))];
}

/** Below what is due stand the parts that it is paid in. */
function partFaults([due = '', ...below]: readonly string[]): string[] {
  const parts = below
    .slice(0, rowsBelow)
    .filter((row) => /^Due \S/.test(row))
    .map((row) => amountIn(row)?.minor ?? 0n);
  const sum = parts.reduce((total, part) => total + part, 0n);
  const whole = amountIn(due)?.minor ?? 0n;
  return parts.length === 0 || sum === whole ? [] : [`${whole} is due, and its parts come to ${sum}`];
}

const rowsBelow = 40;

function amountIn(row: string): { readonly label: string; readonly minor: bigint } | undefined {
  const found = /^(.*?)\s*(-?)[^\s0-9,.-]*([0-9][0-9,]*(?:\.[0-9]+)?)$/.exec(row);
  if (found === null) return undefined;
  const [, label = '', sign, digits = ''] = found;
  return { label, minor: BigInt(digits.replaceAll(/[,.]/g, '')) * (sign === '-' ? -1n : 1n) };
}

const sums = /^(Subtotal|Total|Total before tax|Amount due|Amount credited)$/;
/** Tax within the total or a deposit, which is told and not added. */
const inside = /^Tax included| · incl. tax /;
/** The amount payable; vouchers, deposits, payments and rounding may stand below a total. */
const closings = [/^(Amount due|Amount credited)\s+\S+$/, /^Total\s+\S+$/];

type ReadInvoice = ReturnType<typeof readInvoice>['invoice'];

/** Sums that do not add up in an e-invoice, in units of its smallest amount. */
export function eInvoiceFaults({ lines, adjustments, taxes, totals }: ReadInvoice): string[] {
  const exact = ({ units, scale }: { units: bigint; scale: number }) => units * 10n ** BigInt(scaleMax - scale);
  const add = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
  const of = (kind: string) => add(adjustments.filter((one) => one.kind === kind).map(({ amount }) => exact(amount)));
  const said = {
    lines: [exact(totals.lines), add(lines.map(({ net }) => exact(net)))],
    discounts: [exact(totals.discounts), of('discount')],
    charges: [exact(totals.charges), of('charge')],
    net: [exact(totals.net), exact(totals.lines) - exact(totals.discounts) + exact(totals.charges)],
    bases: [exact(totals.net), add(taxes.map(({ base }) => exact(base)))],
    tax: [exact(totals.tax), add(taxes.map(({ amount }) => exact(amount)))],
    gross: [exact(totals.gross), exact(totals.net) + exact(totals.tax)],
    due: [exact(totals.due), exact(totals.gross) - exact(totals.prepaid) + exact(totals.rounding)],
  };
  return Object.entries(said).flatMap(([name, [is, comesTo]]) =>
    is === comesTo ? [] : [`${name} is ${is}, and comes to ${comesTo}`],
  );
}

const scaleMax = 12;
