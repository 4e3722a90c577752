/**
 * Draws docs/gallery/: what the built-in designs look like. Needs pdftoppm (poppler) and convert (ImageMagick), which
 * nothing else here does, so that the pictures are made again only when a design changes.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { designNames } from '../src/render/designs.ts';
import { documentJob } from '../src/render/document.ts';
import type { DocumentFacts } from '../src/render/facts.ts';
import type { DocumentType } from '../src/render/document-type.ts';
import { openPool } from '../src/render/pool.ts';
import { sampleFacts, sampleLogo, swissSample } from '../src/render/samples.ts';
import { fullFacts } from '../src/render/samples-full.ts';
import { Template } from '../src/render/template.ts';

const dotsPerInch = 60;
const quality = 66;
const bytesMax = 950_000;
/** More than so many are set in rows. */
const acrossMax = 4;
const inRow = 3;

type Page = {
  readonly design: string;
  readonly language: string;
  readonly lines?: number;
  readonly type?: DocumentType;
  /** Counted from one, or from the last with a minus. */
  readonly page?: number;
  /** With what was paid in advance taken off. */
  readonly isLast?: boolean;
  /** Paid with a bill at its foot. */
  readonly isSwiss?: boolean;
  /** With all that records of real businesses have. */
  readonly isFull?: boolean;
};

const languages = ['en', 'de', 'ja', 'ar'];
const pictures: Readonly<Record<string, readonly Page[]>> = {
  designs: designNames.map((design) => ({ design, language: 'en' })),
  ...Object.fromEntries(
    designNames.map((design) => [design, languages.map((language): Page => ({ design, language }))]),
  ),
  'two-hundred-lines': [1, 2, -2, -1].map((page) => ({ design: 'nordic', language: 'en', lines: 200, page })),
  deposits: ['nordic', 'maison'].flatMap((design): Page[] => [
    { design, language: 'en', type: 'deposit_invoice', lines: 1 },
    { design, language: 'en', isLast: true },
  ]),
  'qr-bills': [
    { design: 'nordic', language: 'de', isSwiss: true },
    { design: 'maison', language: 'en', lines: 2, isSwiss: true },
  ],
  full: designNames.map((design) => ({ design, language: 'de', isFull: true })),
  types: (['quote', 'credit_note', 'delivery_note', 'statement'] as const).map((type, index) => {
    return { design: ['atelier', 'maison', 'swiss', 'bold'][index] ?? 'nordic', language: 'de', type, isFull: true };
  }),
};

const out = fileURLToPath(new URL('../docs/gallery/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'gallery-'));
mkdirSync(out, { recursive: true });
const pool = openPool({ size: 2, namespace: 'where_possible' });

let bytes = 0;
for (const [name, pages] of Object.entries(pictures)) {
  const drawn = await Promise.all(pages.map(draw));
  const frame = ['-bordercolor', '#d9dbde', '-border', '1', '-bordercolor', '#eceef0', '-border', '10'];
  const file = join(out, `${name}.webp`);
  const rows = drawn.length > acrossMax ? [drawn.slice(0, inRow), drawn.slice(inRow)] : [drawn];
  const set = rows.flatMap((row) => ['(', ...row, ...frame, '+append', ')']);
  execFileSync('convert', [...set, '-append', '-quality', String(quality), '-define', 'webp:method=6', file]);
  bytes += statSync(file).size;
}
await pool.close();
rmSync(scratch, { recursive: true });
console.log(`${Object.keys(pictures).length} pictures of ${bytes} bytes in ${out}`);
if (bytes > bytesMax) throw new RangeError(`the gallery has ${bytes} bytes, at most ${bytesMax}`);

/** One page as a PNG. */
async function draw({
  design,
  language,
  lines = 3,
  type = 'invoice',
  page = 1,
  isLast = false,
  isSwiss = false,
  isFull = false,
}: Page): Promise<string> {
  const sample = isFull ? fullFacts : sampleFacts;
  const facts = isSwiss ? swissSample(language, lines) : sample(type, language, lines);
  const job = documentJob({
    organization: design,
    facts: isLast ? withDeposits(facts) : facts,
    template: Template.parse({ design }),
    logo: sampleLogo,
    output: { kind: 'pdf', standard: 'a-3a', createdAt: 0 },
  });
  const made = await pool.render(job);
  const number = String(page > 0 ? page : made.pages + 1 + page);
  const path = join(scratch, `${design}-${language}-${type}-${lines}-${isLast}-${isSwiss}-${isFull}-${number}`);
  writeFileSync(`${path}.pdf`, made.bytes);
  // Older versions of it complain of tags that the standard wants.
  const how = ['-png', '-singlefile', '-r', String(dotsPerInch), '-f', number, '-l', number];
  execFileSync('pdftoppm', [...how, `${path}.pdf`, path], { stdio: ['ignore', 'ignore', 'ignore'] });
  return `${path}.png`;
}

/** Three tenths and a tenth of it were asked for before. */
function withDeposits(facts: DocumentFacts): DocumentFacts {
  const { totals } = facts;
  const part = (tenths: bigint) => ({ tax: (totals.tax * tenths) / 10n, total: (totals.gross * tenths) / 10n });
  const deposits = [
    { number: '2026-0362', issued: '2026-10-02', ...part(3n) },
    { number: '2026-0377', issued: '2026-10-20', ...part(1n) },
  ];
  const prepaid = deposits.reduce((sum, { total }) => sum + total, 0n);
  return { ...facts, deposits, totals: { ...totals, prepaid, due: totals.gross - prepaid } };
}
