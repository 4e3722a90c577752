/** The codes of UNTDID 1001 that EN 16931 takes for credit notes; all its others are invoices. */
const creditNotes = new Set('81 83 261 262 296 308 381 396 420 458 502 503 532'.split(' '));

export function isCreditNote(typeCode: string): boolean {
  return creditNotes.has(typeCode);
}
