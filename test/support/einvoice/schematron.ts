import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Debian's Saxon, of the package libsaxonhe-java. */
const saxon = '/usr/share/java/Saxon-HE.jar';
const transformMs = 300_000;

export type Schematron = { readonly ubl: string; readonly cii: string };

/**
 * The official rules of EN 16931, as compiled by who publishes them: `EN16931-UBL-validation.xslt` and
 * `EN16931-CII-validation.xslt` in the folder that DAYBOOK_SCHEMATRON names. No package carries them, and their licence
 * keeps them out of this repository. A text says what is missing.
 */
export function findSchematron(folder: string | undefined): Schematron | string {
  if (folder === undefined || folder === '') return 'DAYBOOK_SCHEMATRON names no folder: official schematron left out';
  const found = {
    ubl: join(folder, 'EN16931-UBL-validation.xslt'),
    cii: join(folder, 'EN16931-CII-validation.xslt'),
  };
  const missing = [found.ubl, found.cii, saxon].find((path) => !existsSync(path));
  return missing === undefined ? found : `${missing} is not there: official schematron left out`;
}

/** Findings of the rules for each file, all in one run of Saxon since it takes a second to start. */
export function faultsBySchematron(xslt: string, files: ReadonlyMap<string, string>): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-schematron-'));
  const [from, to] = [join(folder, 'in'), join(folder, 'out')];
  try {
    mkdirSync(from);
    mkdirSync(to);
    for (const [name, xml] of files) writeFileSync(join(from, `${name}.xml`), xml);
    const transform = ['-cp', saxon, 'net.sf.saxon.Transform', `-s:${from}`, `-xsl:${xslt}`, `-o:${to}`];
    execFileSync('java', transform, { timeout: transformMs, stdio: 'pipe' });
    const reports = readdirSync(to);
    if (reports.length !== files.size) throw new RangeError(`${reports.length} reports of ${files.size} files`);
    return reports.flatMap((report) => failedIn(readFileSync(join(to, report), 'utf8'), report));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function failedIn(report: string, name: string): string[] {
  const failed = report.match(/<svrl:failed-assert[\s\S]*?<\/svrl:failed-assert>/g) ?? [];
  if (!report.includes('schematron-output')) throw new RangeError(`${name} is no report of a schematron`);
  return failed
    .filter((one) => !/flag="(warning|information)"/.test(one))
    .map(
      (one) =>
        `${name}: ${one
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim()}`,
    );
}
