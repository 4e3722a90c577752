import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { documentJob } from './document.ts';
import { everyFont } from './fonts.ts';
import { openPool } from './pool.ts';
import { RenderFault, type RenderJob } from '../operation/renderer.ts';
import { sampleFacts, sampleLogo } from './samples.ts';
import { plainTemplate } from './template.ts';

const timeoutMs = 2_500;
const limits = { timeoutMs, pagesMax: 40, outputBytesMax: 3_000_000 };
const pool = openPool({ size: 2, namespace: 'where_possible', limits });
after(() => pool.close());

const output = { kind: 'pdf', standard: 'a-3a', createdAt: 1_795_000_000 } as const;

function own(source: string, organization = 'hostile'): RenderJob {
  const facts = sampleFacts('invoice', 'en');
  return documentJob({ organization, facts, template: plainTemplate, logo: null, source, output });
}

function invoice(organization = 'honest'): RenderJob {
  return documentJob({
    organization,
    facts: sampleFacts('invoice', 'en'),
    template: plainTemplate,
    logo: sampleLogo,
    output,
  });
}

async function faultOf(job: RenderJob): Promise<RenderFault> {
  const fault: unknown = await pool.render(job).then(
    ({ pages }) => assert.fail(`it rendered ${pages} pages`),
    (error: unknown) => error,
  );
  assert.ok(fault instanceof RenderFault);
  return fault;
}

const secret = join(mkdtempSync(join(tmpdir(), 'secret-')), 'secret.txt');
writeFileSync(secret, 'the books of somebody else');

const reads: Readonly<Record<string, string>> = {
  'a file of the host': '#read("/etc/passwd")',
  'a file next to the workspace': '#read("../secret.txt")',
  'a file by its whole path': `#read("${secret}")`,
  'a file through an image': '#image("/proc/self/environ", format: "svg")',
  'a picture from the internet': '#image("https://example.com/x.png")',
  'a package': '#import "@preview/cetz:0.3.4": *',
  'a package whose name is put together': '#eval("import \\"@pre" + "view/cetz:0.3.4\\": *")',
};
for (const [what, source] of Object.entries(reads)) {
  test(`a template that reads ${what} is refused and learns nothing`, async () => {
    const { kind, message, diagnostics } = await faultOf(own(source));
    assert.equal(kind, 'template');
    const said = JSON.stringify([message, diagnostics]);
    assert.doesNotMatch(said, /daybook-render|node_modules|root:|somebody else/);
  });
}

const bombs: Readonly<Record<string, string>> = {
  'loops without an end': '#let i = 0\n#for a in range(100000) { for b in range(100000) { i += 1 } }\n#i',
  'takes a gigabyte of text': '#let s = "a" * 2000000000\n#s.len()',
  'asks for a range of billions': '#let r = range(3000000000)\n#r.len()',
  'doubles its content thirty times': '#let c = [a]\n#for i in range(30) { c = [#c#c] }\n#c',
  'sets a table of millions of cells': '#table(columns: 100, ..range(4000000).map(i => [#i]))',
  'breaks onto thousands of pages': '#for i in range(5000) { pagebreak() }',
  'calls itself for ever': '#let f(x) = f(x + 1)\n#f(0)',
};
for (const [what, source] of Object.entries(bombs)) {
  test(`a template that ${what} ends in time, and the next document is made`, async () => {
    const begun = performance.now();
    const [{ kind }, { pages }] = await Promise.all([faultOf(own(source)), pool.render(invoice())]);
    assert.ok(['template', 'took_too_long', 'took_too_much_memory', 'too_many_pages'].includes(kind), kind);
    assert.equal(pages, 1);
    assert.ok(performance.now() - begun < timeoutMs + 30_000);
    assert.equal((await pool.render(invoice())).pages, 1);
  });
}

test('a fault says in which line and column of the template it is', async () => {
  const { diagnostics } = await faultOf(own('#let x = 1\n  #nosuch'));
  assert.deepEqual(diagnostics[0], {
    message: 'unknown variable: nosuch',
    hints: [],
    path: '/design.typ',
    line: 2,
    column: 4,
  });
});

test('a template is given no inputs of the service', async () => {
  const source = '#import "/base.typ": *\n#show: setup\n#assert(sys.inputs.len() == 0)\n#sections()';
  assert.equal((await pool.render(own(source))).pages, 1);
});

test('a picture of the host that an SVG names is not drawn, even without a namespace', async () => {
  const open = openPool({ size: 1, namespace: 'never', limits });
  after(() => open.close());
  const picture = `${everyFont[0] ?? ''}.png`;
  const draws = async (body: string, files: Record<string, Uint8Array>): Promise<boolean> => {
    const job = own(`#import "/base.typ": *\n#show: setup\n${body}`);
    const { bytes } = await open.render({ ...job, files: { ...job.files, ...files } });
    return Buffer.from(bytes).includes('/Subtype /Image');
  };
  const tag = `<image href='file://${picture}' width='9' height='9'/>`;
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>${tag}</svg>`;
  const linked = draws(`#image(bytes("${svg}"), format: "svg", alt: "x")`, {});
  await assert.rejects(linked, /absolute paths are not allowed/);
  assert.ok(await draws('#image("/own.png", alt: "x")', { '/own.png': readFileSync(picture) }));
});

test('a template of an organisation that only draws is drawn', async () => {
  const source = '#import "/base.typ": *\n#show: setup\n= Our own\n#sections()';
  assert.equal((await pool.render(own(source))).pages, 1);
});

test('many hostile templates leave a process for everybody else', async () => {
  const bomb = '#for a in range(100000) { for b in range(100000) { } }';
  const hostile = Array.from({ length: 8 }, (_, index) => faultOf(own(bomb, `hostile ${index}`)));
  let ended = 0;
  for (const one of hostile) void one.then(() => (ended += 1));
  await Promise.all(Array.from({ length: 5 }, () => pool.render(invoice())));
  assert.ok(ended < hostile.length, 'the honest waited for the hostile');
  for (const { kind } of await Promise.all(hostile)) assert.equal(kind, 'took_too_long');
});

test('a template whose author hung up is set no further, and those that wait are not begun', async () => {
  const bomb = '#for a in range(100000) { for b in range(100000) { } }';
  const one = openPool({ size: 1, namespace: 'never', limits: { ...limits, timeoutMs: 600_000 } });
  const caller = new AbortController();
  const asked = ['first', 'second'].map((name) => one.render(own(bomb, name), caller.signal));
  const refused = Promise.all(asked.map((each) => assert.rejects(each, { kind: 'busy' })));
  const waiting = one.render(invoice());
  caller.abort();
  await refused;
  assert.equal((await waiting).pages, 1, 'control: with nobody gone it would wait for ten minutes');
  await one.close();
});

test('a document that is too large to hand back is refused', async () => {
  const small = openPool({ size: 1, namespace: 'never', limits: { outputBytesMax: 1_000 } });
  await assert.rejects(small.render(invoice()), { kind: 'too_large' });
  await small.close();
  await assert.rejects(small.render(invoice()), { kind: 'closed' });
});
