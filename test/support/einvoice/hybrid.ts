import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { facturXFileName } from '../../../src/einvoice/factur-x.ts';

/** The e-invoice in a PDF as a program of others takes it out; empty where there is none. */
export function hybridXml(pdf: Uint8Array): string {
  return inFile(pdf, (path, folder) => {
    if (!execFileSync('pdfdetach', ['-list', path], { encoding: 'utf8' }).includes(facturXFileName)) return '';
    const target = join(folder, 'out.xml');
    execFileSync('pdfdetach', ['-savefile', facturXFileName, '-o', target, path]);
    return readFileSync(target, 'utf8');
  });
}

/** Findings of a PDF checker. */
export function pdfFaults(pdf: Uint8Array): string[] {
  return inFile(pdf, (path) => {
    const { status, stdout, stderr } = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' });
    return status === 0 ? [] : [stdout, stderr];
  });
}

function inFile<Result>(pdf: Uint8Array, look: (path: string, folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-hybrid-'));
  try {
    const path = join(folder, 'in.pdf');
    writeFileSync(path, pdf);
    return look(path, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
