/** Hostile Typst templates are refused in time, and the documents of others are rendered. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { longTest } from '../../../../test/support/dose.ts';
import { needing } from '../../../../test/support/pdf-tools.ts';
import { type RunningService, type SignedIn, startService } from '../../../../test/support/running-service.ts';
import type { Wire } from '../../../../test/support/world.ts';
import { linksOfPdf } from '../../../render/links.ts';

const timeoutMs = 2_500;
const render = { processes: 2, sandbox: 'auto', memoryMb: 2_000, timeoutMs, pagesMax: 50 } as const;
const service = await startService({ render });
const [villain, honest] = [await service.register('Villain'), await service.register('Honest')];

async function draftOf({ api }: RunningService, { token }: SignedIn): Promise<string> {
  const client = (await api(token, 'POST', '/clients', { type: 'business', display_name: 'Bea' })).body;
  const lines = [{ name: 'Advice', quantity: '1', unit_price: '100' }];
  return (await api(token, 'POST', '/documents', { type: 'quote', client_id: client.id, lines })).body.id;
}
const draft = await draftOf(service, honest);
const print = () => service.api(honest.token, 'GET', `/documents/${draft}/pdf`);
assert.equal((await print()).status, 200);

const secret = join(mkdtempSync(join(tmpdir(), 'secret-')), 'secret.txt');
writeFileSync(secret, 'the books of somebody else');

/** Source on the second line of the template, refused at that line or by a limit of time or memory. */
const tricks: Readonly<Record<string, readonly [source: string, at: 'line' | 'limit']>> = {
  'reads a file of the host': ['#read("/etc/passwd")', 'line'],
  'reads a file by its whole path': [`#read("${secret}")`, 'line'],
  'climbs out of its folder': ['#read("../../../../etc/passwd")', 'line'],
  'reads the environment as a picture': ['#image("/proc/self/environ", format: "svg")', 'line'],
  'draws a picture from the internet': ['#image("https://example.com/x.png")', 'line'],
  'imports a package': ['#import "@preview/cetz:0.3.4": *', 'line'],
  'puts the name of a package together': ['#eval("import \\"@pre" + "view/cetz:0.3.4\\": *")', 'line'],
  'loops without an end': ['#for a in range(100000) { for b in range(100000) { } }', 'limit'],
  'calls itself for ever': ['#let f(x) = f(x + 1); #f(0)', 'line'],
  'takes gigabytes': ['#let s = "a" * 2000000000; #s.len()', 'limit'],
  'asks for billions of numbers': ['#let r = range(3000000000); #r.len()', 'limit'],
  'sets pages without number': ['#for i in range(5000) { pagebreak() }', 'limit'],
  'links to a script': ['#link("javascript:alert(1)")[Pay here]', 'line'],
  'links to a script in odd letters': ['#link("JaVaScRiPt:alert(1)")[Pay here]', 'line'],
  'links to a script behind a space': ['#link(" javascript:alert(1)")[Pay here]', 'line'],
  'links to a script behind a control character': ['#link("\\u{1}javascript:alert(1)")[Pay here]', 'line'],
  'links to a script in two lines': ['#link("java\\nscript:alert(1)")[Pay here]', 'line'],
  'links to a script in UTF-16': ['#link("javascript:alert(\\u{202e}1)")[Pay here]', 'line'],
  'puts a link to a script together': ['#let s = ("java", "script:", "alert(1)"); #link(s.join())[Pay here]', 'line'],
  'makes a link by another name': ['#let pay = link; #pay("javascript:alert(1)")[Pay here]', 'line'],
  'makes every word a link': ['#show "Total": it => link("javascript:alert(1)", it); Total', 'line'],
  'evaluates a link': ['#eval("link(\\"javascript:alert(1)\\")[Pay]", mode: "code")', 'line'],
  'links a picture to a file': ['#link("file:///etc/passwd", rect(width: 1cm, height: 1cm))', 'line'],
  'links to a page of data': ['#link("data:text/html;base64,PHNjcmlwdD4=")[Pay here]', 'line'],
  'links to another machine of the network': ['#link("\\\\\\\\host\\\\share")[Pay here]', 'line'],
  'links to what its reader makes of it': ['#link("//example.com")[Pay here]', 'line'],
  'links from the foot of the page': ['#set page(footer: link("vbscript:x")[Pay here])\nText', 'line'],
  'hides its link behind what looks like the end of a PDF': [
    '#set document(title: "endstream ( endobj"); #link("javascript:alert(1)")[Pay here]',
    'line',
  ],
  'asks for a font of the host': [
    '#let w(f) = measure(text(font: f, fallback: false)[mm]).width; #context assert(w("DejaVu Sans") != w("No Font"))',
    'line',
  ],
};

async function attempt(source: string): Promise<Wire> {
  const body = { name: randomUUID(), source: `// A look of our own.\n${source}\n` };
  return service.api(villain.token, 'POST', '/document-templates', body);
}

for (const [what, [source, at]] of Object.entries(tricks)) {
  test(`a template that ${what} is refused in time, and the next organisation prints`, async () => {
    const begun = performance.now();
    const [{ status, body, text }, page] = await Promise.all([attempt(source), print()]);
    assert.deepEqual([status, body.code], [422, 'pages_refused'], text);
    assert.ok(performance.now() - begun < timeoutMs + 60_000, 'it took too long');
    const kinds = ['took_too_long', 'took_too_much_memory', 'too_many_pages', 'template'];
    assert.ok((at === 'line' ? ['template'] : kinds).includes(body.fault), body.fault);
    if (at === 'line') assert.equal(body.errors[0].line, 2, text);
    assert.doesNotMatch(text, /root:|somebody else|daybook-render|node_modules|daybook_runtime/);
    assert.equal(page.status, 200);
    assert.equal((await print()).status, 200);
  });
}

test('what a page may link to is linked to', { ...needing('qpdf'), ...longTest }, async () => {
  const links = ['https://example.com/a(b)?c=d&e=f', 'HTTP://example.com', 'mailto:a@example.com', 'tel:+49-40-1'];
  const linked = links.map((link) => `#link("${link}")[${link.length}]`);
  const source = `#import "/base.typ": *\n#show: setup\n${linked.join('\n')}\n#sections()\n`;
  const made = await service.api(honest.token, 'POST', '/document-templates', { name: 'Linked', source });
  assert.equal(made.status, 201, made.text);
  await service.api(honest.token, 'POST', `/document-templates/${made.body.id}/publish`, {});
  const patched = { template_id: made.body.id };
  assert.equal((await service.api(honest.token, 'PATCH', `/documents/${draft}`, patched)).status, 200);
  const pages = Buffer.from(
    await (
      await fetch(new URL(`/api/documents/${draft}/pdf`, service.url), {
        headers: { authorization: `Bearer ${honest.token}` },
      })
    ).arrayBuffer(),
  );
  assert.deepEqual(linksOfPdf(pages), links);
});

test('nothing of all that was saved', async () => {
  assert.deepEqual((await service.api(villain.token, 'GET', '/document-templates')).body.data, []);
});
