const preferences = '/ViewerPreferences <<';
const added = '\n    /DisplayDocTitle true';

/**
 * Lets readers show the title of a PDF instead of the name of its file, as ISO 14289-1 wants (7.1). The engine writes
 * it with PDF/UA only, which it does not write together with PDF/A-3. The catalog is the last object of what it
 * writes, so nothing but the table behind it moves.
 *
 * Throws a RangeError where that is not so.
 */
export function showTitle(pdf: Uint8Array): Buffer {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const at = bytes.lastIndexOf(preferences);
  const end = bytes.subarray(at).toString('latin1');
  const start = /^[^]*?endobj\s+xref\s[^]*startxref\s+(\d+)\s+%%EOF\s*$/.exec(end)?.[1];
  if (at === -1 || start === undefined || end.indexOf('endobj') !== end.lastIndexOf('endobj')) {
    throw new RangeError('the catalog is not the last object of the PDF');
  }
  // As the engine wrote it for PDF/UA.
  if (/^[^>]*\/DisplayDocTitle\b/.test(end)) return bytes;
  const moved = end.replace(/startxref\s+\d+/, `startxref\n${Number(start) + added.length}`);
  const rest = preferences + added + moved.slice(preferences.length);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(rest, 'latin1')]);
}
