/** The apps in a client that shows them: drawn in a real browser, spoken with by the makers' own bridge. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { type AppHost, openAppHost } from '../../../../test/support/app-host.ts';
import { openTab, type Tab } from '../../../../test/support/browser.ts';
import { assertLegible } from '../../../../test/support/legible.ts';
import { createMcpService } from '../../../../test/support/mcp-service.ts';
import type { Wire } from '../../../../test/support/world.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const { token } = await ana.mint();

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(2)>',
  '<svg onload=alert(3)>',
  '</style></script><script>alert(4)</script>',
  '<iframe srcdoc="<script>parent.alert(5)</script>">',
  '${alert(6)}{{constructor.constructor("alert(6)")()}}',
  '<a href="javascript:alert(7)">x</a>',
  '<style>@import "https://example.com/x.css"</style>',
];

async function appNamed(name: string): Promise<Wire> {
  const { body } = await service.rpc(token, 'resources/read', { uri: `ui://daybook/${name}` });
  return body.result.contents[0];
}

const apps: Readonly<Record<string, Wire>> = {
  document: await appNamed('document'),
  report: await appNamed('report'),
  approval: await appNamed('approval'),
};

async function hostFor(t: TestContext): Promise<(AppHost & { readonly tab: Tab }) | undefined> {
  const tab = await openTab(t, 'The apps of the connector');
  return tab === undefined ? undefined : { ...(await openAppHost(t, tab)), tab };
}

const text = (tab: Tab): Promise<string> => tab.read('frames[0].document.body.innerText');

async function isLegible({ tab }: { tab: Tab }, what: string): Promise<void> {
  for (const width of [320, 720, 1_280]) {
    await tab.look({ width });
    await assertLegible(tab.settledInside, `${what} at ${width}`);
    if (process.env['PICTURES']) writeFileSync(`${process.env['PICTURES']}/${what}-${width}.png`, await tab.picture());
  }
}

/** An invoice to a client of this name, with a line for each of these. */
async function invoiceOf(display_name: string, items: readonly string[] = [display_name]): Promise<Wire> {
  const client = await service.tool(token, 'create_client', { type: 'business', display_name });
  const lines = items.map((name) => ({ name, description: name, quantity: '2', unit_price: '1234.50' }));
  const { id: client_id } = client.structuredContent;
  return service.tool(token, 'create_document', {
    type: 'invoice',
    client_id,
    lines,
    issue: true,
    notes: items.join(),
    full: true,
  });
}

const needed: Readonly<Record<string, object>> = {
  'client-statement': { client_id: 'Reported' },
  'general-ledger': { account_id: '1100' },
};
const themes = { day: { theme: 'light', locale: 'de-DE' }, night: { theme: 'dark', locale: 'en-GB' } } as const;

test('an invoice is shown as it was issued, in the language of numbers that its reader has', async (t) => {
  const host = await hostFor(t);
  if (host === undefined) return;
  const made = await invoiceOf('Bäckerei Morgenrot');
  const { number } = made.structuredContent;
  for (const [when, context] of Object.entries(themes)) {
    await host.show(apps['document'], made, context);
    const shown = await text(host.tab);
    for (const part of [`Invoice ${number}`, 'Bäckerei Morgenrot', 'Acme']) assert.ok(shown.includes(part), shown);
    assert.match(shown, when === 'day' ? /2\.469,00\s€/ : /€2,469\.00/);
    await isLegible(host, `invoice-${when}`);
  }
  const read = await service.tool(token, 'get_document', { id: made.structuredContent.id });
  await host.show(apps['document'], { content: read.content });
  assert.ok((await text(host.tab)).includes(number), 'also from the text alone');
  assert.deepEqual(host.tab.complaints, []);
});

test('every report is drawn or told, with its figures in a table', async (t) => {
  const host = await hostFor(t);
  if (host === undefined) return;
  await invoiceOf('Reported');
  const described = await service.tool(token, 'describe_action', { name: 'get_report' });
  const names: string[] = described.structuredContent.input_schema.properties.name.enum;
  for (const name of names) {
    const result = await service.tool(token, 'get_report', { name, ...needed[name] });
    assert.equal(result.isError, undefined, JSON.stringify(result));
    await host.show(apps['report'], result);
    assert.match(await text(host.tab), new RegExp(name.replaceAll('-', ' '), 'i'));
    const rows = await host.tab.read(`frames[0].document.querySelectorAll('td').length`);
    assert.ok(rows > 0 || result.structuredContent.report.rows.length === 0, name);
  }
  const drawn = await service.tool(token, 'get_report', { name: 'profit-and-loss', interval: 'month' });
  for (const [what, result] of Object.entries({
    lines: await service.tool(token, 'get_report', { name: 'trends' }),
    bars: await service.tool(token, 'get_report', { name: 'profit-and-loss' }),
    intervals: drawn,
  })) {
    await host.show(apps['report'], result);
    assert.equal(await host.tab.read(`frames[0].document.querySelectorAll('svg[role=img]').length`), 1, what);
    await isLegible(host, `report-${what}`);
  }
  assert.deepEqual(host.tab.complaints, []);
});

test('what waits for a person leads to the page where they decide, by keyboard, and decides nothing', async (t) => {
  const host = await hostFor(t);
  if (host === undefined) return;
  const client = await service.tool(token, 'create_client', { type: 'business', display_name: 'By mistake' });
  const call = { name: 'delete_client', arguments: { id: client.structuredContent.id } };
  const result = await service.tool(token, 'run_destructive_action', call);
  assert.equal(result.structuredContent.code, 'approval_required');
  for (const name of ['document', 'approval']) {
    await host.show(apps[name], result);
    assert.match(await text(host.tab), /Approval needed[^]*What would happen/);
    await isLegible(host, `approval-${name}`);
  }
  await host.tab.read('frames[0].focus()');
  await host.tab.press('Tab');
  assert.equal(await host.tab.read('frames[0].document.activeElement.tagName'), 'A');
  await host.tab.press('Enter');
  assert.equal(await host.nextOpened(), result.structuredContent.approval_url);
  const allowed = ['ui/initialize', 'ui/notifications/initialized', 'ui/notifications/size-changed', 'ui/open-link'];
  assert.deepEqual(
    host.said.filter((method) => !allowed.includes(method)),
    [],
  );
  const { id } = client.structuredContent;
  assert.equal((await service.tool(token, 'get_client', { id })).structuredContent.id, id, 'and nothing was done');
  assert.deepEqual(await host.bridge().teardownResource({}), {});
});

test('whatever clients are called, it is text', async (t) => {
  const host = await hostFor(t);
  if (host === undefined) return;
  const asked = await host.tab.watch();
  const strange = `frames[0].document.querySelectorAll('img,iframe,main script,main style,svg[onload]').length`;
  const [first = ''] = hostile;
  const made = await invoiceOf(first, hostile);
  await host.show(apps['document'], made);
  const shown = await text(host.tab);
  for (const name of hostile) assert.ok(shown.includes(name), name);
  assert.equal(await host.tab.read(strange), 0);
  const waiting = { code: 'approval_required', preview: hostile, detail: first, note: first };
  for (const approval_url of ['javascript:alert(8)', 'data:text/html,<script>alert(9)</script>', first]) {
    await host.show(apps['approval'], { content: [], structuredContent: { ...waiting, approval_url }, isError: true });
    assert.equal(await host.tab.read(`frames[0].document.querySelectorAll('a').length`), 0, approval_url);
    assert.equal(await host.tab.read(strange), 0);
  }
  await host.show(apps['report'], await service.tool(token, 'get_report', { name: 'receivables-aging' }));
  assert.ok((await text(host.tab)).includes('All rows'));
  assert.equal(await host.tab.read(strange), 0);
  await host.tab.settled(`new Promise((done) => setTimeout(done, 300))`);
  assert.deepEqual(host.tab.complaints, []);
  assert.deepEqual(
    asked.filter((url) => !/^http:\/\/127\.0\.0\.1:\d+\/(app|favicon\.ico)?$/.test(url)),
    [],
    'and nothing is asked of anybody',
  );
});

test('control: an app that makes markup of a name, and has no policy of its own, is seen to', async (t) => {
  const host = await hostFor(t);
  if (host === undefined) return;
  const careless = apps['document'].text.replace("element('p', { class: 'text' }, title)", 'marked(title)');
  const unsafe = 'const marked = (s) => { const p = document.createElement("p"); p.innerHTML = s; return p; };\n';
  const script = careless.replace('<script type="module">', `<script type="module">${unsafe}`);
  const result = { content: [], structuredContent: { type: 'invoice', title: '<img src=x onerror=alert(1)>' } };
  await host.show({ ...apps['document'], text: withoutPolicy(script) }, result);
  await host.tab.settled(`new Promise((done) => setTimeout(done, 300))`);
  assert.match(host.tab.complaints.join('\n'), /dialog: 1/);
  assert.doesNotMatch(apps['document'].text, /^(import|export) /m);
});

function withoutPolicy(html: string): string {
  return html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
}
