/**
 * One render process. It holds no secret, has no network and an empty workspace; it is killed when it takes too long
 * and replaced when it has grown. The engine is native code that neither a thread nor an exception can stop.
 */
import { NodeCompiler, type NodeError } from '@myriaddreamin/typst-ts-node-compiler';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { linksOfPdf, linksOfSvg, mayLinkTo } from './links.ts';
import type { Diagnostic, PagesOutput, RenderFaultKind } from '../operation/renderer.ts';
import type { Greeting, Order, Reply } from './render-job.ts';
import { showTitle } from './show-title.ts';
import { pictureFrom } from './svg-pages.ts';
import { thumbnail } from './thumbnail.ts';

/** Fonts of so many scripts are kept open; a compiler costs 3 ms and the memory of its fonts. */
const compilersMax = 4;
const diagnosticsMax = 5;
/** Entries unused since the last two clearings are dropped; clearing takes a millisecond, so not for every page. */
const cacheAge = 2;
const pagesPerClearing = 8;

class Failure extends Error {
  readonly kind: RenderFaultKind;
  readonly diagnostics: readonly Diagnostic[];
  constructor(kind: RenderFaultKind, message: string, diagnostics: readonly Diagnostic[] = []) {
    super(message);
    this.kind = kind;
    this.diagnostics = diagnostics;
  }
}

let greeting: Greeting | undefined;
let pagesSinceClearing = 0;
const compilers = new Map<string, NodeCompiler>();
const fontFiles = new Map<string, Buffer>();

// Pages are waited for longer than answers are, so that they take the cores that these leave.
try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Rendering goes on where a host does not allow it.
}

let last: Promise<unknown> = Promise.resolve();

process.on('message', (message: Greeting | Order) => {
  // Replies are in the order of the orders.
  if ('main' in message) {
    last = last.then(async () => reply(await answer(message)));
    return;
  }
  greeting = message;
  compilerFor([], []).compile({ mainFileContent: 'warm' });
  reply({ type: 'ready' });
});
process.on('disconnect', () => process.disconnect?.());

function reply(value: Reply): void {
  process.send?.(value);
}

async function answer(order: Order): Promise<Reply> {
  try {
    const { output } = order;
    const made = output.kind === 'thumbnail' ? await thumbnailOf(order, output.widthPx) : make(order, output);
    return { type: 'done', ...made, rssBytes: process.memoryUsage.rss() };
  } catch (error) {
    const known = error instanceof Failure ? error : new Failure('template', textOf(error));
    const { kind, message, diagnostics } = known;
    return { type: 'failed', kind, message, diagnostics, rssBytes: process.memoryUsage.rss() };
  }
}

type Made = { readonly bytes: Uint8Array; readonly pages: number };

/** Here, because the library is native code as well, which strangers' images may break. */
async function thumbnailOf({ files, main }: Order, widthPx: number): Promise<Made> {
  const image = files[main];
  if (!(image instanceof Uint8Array)) throw new RangeError('there is no image');
  try {
    return { bytes: await thumbnail(image, widthPx), pages: 1 };
  } catch (error) {
    throw new Failure('image_refused', textOf(error));
  }
}

function make({ files, main, fonts, ownFonts, limits }: Order, output: PagesOutput): Made {
  const root = greeting?.workspace ?? '/';
  const compiler = compilerFor(fonts, ownFonts);
  compiler.resetShadow();
  for (const [path, content] of Object.entries(files)) compiler.mapShadow(root + path, Buffer.from(content));
  const compiled = compiler.compile({ mainFilePath: root + main });
  const document = compiled.result;
  if (compiled.hasError() || document === null) {
    throw failure(compiled.takeDiagnostics(), compiler);
  }
  const pages = document.numOfPages;
  if (pages > limits.pagesMax) throw new Failure('too_many_pages', `${pages} pages, at most ${limits.pagesMax}`);
  const bytes =
    output.kind === 'svg'
      ? Buffer.from(pictureFrom(compiler.plainSvg(document), output))
      : exported(() =>
          showTitle(
            compiler.pdf(document, {
              pdfStandard: output.standard,
              pdfTags: true,
              creationTimestamp: output.createdAt,
            }),
          ),
        );
  checkLinks(output.kind === 'svg' ? linksOfSvg(bytes.toString('utf8')) : linksOfPdf(bytes), files);
  pagesSinceClearing += pages;
  if (pagesSinceClearing >= pagesPerClearing) {
    compiler.evictCache(cacheAge);
    pagesSinceClearing = 0;
  }
  if (bytes.length > limits.outputBytesMax) {
    throw new Failure('too_large', `${bytes.length} bytes, at most ${limits.outputBytesMax}`);
  }
  return { bytes, pages };
}

const shownMax = 60;

/** A link is looked at where it leaves, since a template has more ways to make one than can be listed. */
function checkLinks(links: readonly string[], files: Order['files']): void {
  const wrong = links.find((link) => !mayLinkTo(link));
  if (wrong === undefined) return;
  const message = `a link goes to ${JSON.stringify(wrong.slice(0, shownMax))}`;
  const hints = ['Write a whole address that begins with https://, http://, mailto: or tel:.'];
  throw new Failure('template', message, [{ message, hints, ...placeOf(wrong, files[ownSource]) }]);
}

const ownSource = '/design.typ';

/** Place of a link in the source: the literal address, else the first link made. */
function placeOf(link: string, source: string | Uint8Array | undefined): Pick<Diagnostic, 'path' | 'line' | 'column'> {
  const lines = typeof source === 'string' ? source.split('\n') : [];
  const said = lines.findIndex((text) => text.includes(link));
  const made = said === -1 ? lines.findIndex((text) => /\blink\b/.test(text)) : said;
  if (made === -1) return { path: null, line: null, column: null };
  const text = lines[made] ?? '';
  return {
    path: ownSource,
    line: made + 1,
    column: 1 + Math.max(0, said === -1 ? text.search(/\blink\b/) : text.indexOf(link)),
  };
}

/** The exporter refuses a file that misses a rule of its standard, and says which. */
function exported(write: () => Buffer): Buffer {
  try {
    return write();
  } catch (error) {
    const raw = textOf(error);
    // The engine hands over the debug form of its own type here, without a place.
    const message = (/message: "((?:[^"\\]|\\.)*)"/.exec(raw)?.[1] ?? raw).replaceAll('\\', '');
    throw new Failure('template', message, [{ message, hints: [], path: null, line: null, column: null }]);
  }
}

function compilerFor(fonts: readonly string[], ownFonts: readonly Uint8Array[]): NodeCompiler {
  const key = [...fonts, ...ownFonts.map(digestOf)].join('\n');
  const known = compilers.get(key);
  if (known !== undefined) return known;
  const wanted = [...(greeting?.fonts ?? []), ...fonts].map(fontFile);
  const fontBlobs = [...ownFonts.map((font) => Buffer.from(font)), ...wanted];
  const made = NodeCompiler.create({ workspace: greeting?.workspace ?? '/', fontArgs: [{ fontBlobs }] });
  const [oldest] = compilers.keys();
  if (compilers.size >= compilersMax && oldest !== undefined) compilers.delete(oldest);
  compilers.set(key, made);
  return made;
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function fontFile(path: string): Buffer {
  const read = fontFiles.get(path) ?? readFileSync(path);
  fontFiles.set(path, read);
  return read;
}

/** Diagnostics of the engine, whose types say `any`. */
type RawDiagnostic = {
  readonly message?: unknown;
  readonly hints?: unknown;
  readonly path?: unknown;
  readonly range?: { readonly start?: { readonly line?: unknown; readonly character?: unknown } };
};

function failure(error: NodeError | null, compiler: NodeCompiler): Failure {
  const raw: readonly RawDiagnostic[] = error === null ? [] : compiler.fetchDiagnostics(error);
  const diagnostics = raw.slice(0, diagnosticsMax).map(diagnosticOf);
  return new Failure('template', diagnostics[0]?.message ?? 'the template does not compile', diagnostics);
}

function diagnosticOf({ message, hints, path, range }: RawDiagnostic): Diagnostic {
  return {
    message: stripped(String(message)),
    hints: Array.isArray(hints) ? hints.map((hint) => stripped(String(hint))) : [],
    path: typeof path === 'string' ? stripped(path) : null,
    line: countedFromOne(range?.start?.line),
    column: countedFromOne(range?.start?.character),
  };
}

function countedFromOne(value: unknown): number | null {
  return typeof value === 'number' ? value + 1 : null;
}

/** Messages name the workspace, which is nobody's business. */
function stripped(text: string): string {
  const root = greeting?.workspace ?? '/';
  return root === '/' ? text : text.replaceAll(`${root}/`, '/').replaceAll(root, '/');
}

function textOf(error: unknown): string {
  return stripped(error instanceof Error ? error.message : String(error)).slice(0, 500);
}
