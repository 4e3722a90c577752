import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import type { Config } from '../../src/config.ts';
import type { Outward } from '../../src/operation/outward.ts';
import { createFilledDatabase, type TestDatabase } from './database.ts';
import { isComplete } from './dose.ts';
import { type RunningService, serve } from './running-service.ts';
import { prepareSamples } from './samples.ts';
import type { Shop } from './shop/fill.ts';
import { type KeptShop, keptShop, openShop, reopenShop } from './shop.ts';

type Parts = { readonly consoleFolder?: string; readonly outward?: Outward; readonly isSampled?: boolean };
type Running = { readonly service: RunningService; readonly shop: Shop };

/** A service with one shop, Zirkonia, which has a record of each kind. Filled once for a whole run, then copied. */
export async function startShop(overrides: Partial<Config> = {}, parts: Parts = {}): Promise<Running> {
  const { service, shops } = await startWith(['Zirkonia'], overrides, parts);
  return { service, shop: shopOf(shops, 0) };
}

type Rivals = Running & { readonly rival: Shop };

/** The same with another beside it, Quarzit, of which the first must never see anything. */
export async function startShops(overrides: Partial<Config> = {}, parts: Parts = {}): Promise<Rivals> {
  const { service, shops } = await startWith(['Zirkonia', 'Quarzit'], overrides, parts);
  return { service, shop: shopOf(shops, 0), rival: shopOf(shops, 1) };
}

/**
 * The same, in a complete run with a sample of most operations: making them anew is most of the work of a law that asks
 * every operation.
 */
export async function startSampledShops(overrides: Partial<Config> = {}): Promise<Rivals> {
  return startShops(overrides, { isSampled: isComplete });
}

function shopOf(shops: readonly Shop[], index: number): Shop {
  const shop = shops[index];
  if (shop === undefined) throw new RangeError(`there is no shop ${index}`);
  return shop;
}

async function startWith(marks: readonly string[], overrides: Partial<Config>, { isSampled = false, ...parts }: Parts) {
  // Records of today in the template must be of today in its copies.
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const name = `${marks.join('_').toLowerCase()}${isSampled ? '_sampled' : ''}_${today}`;
  const { database, kept } = await createFilledDatabase(name, (template) => filled(template, marks, isSampled));
  const dataFolder = mkdtempSync(join(tmpdir(), 'daybook-files-'));
  putFiles(dataFolder, kept.files);
  const { service, stop } = await serve(database, { ...overrides, dataFolder }, parts);
  after(async () => {
    await stop();
    await database.drop();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  const shops: Shop[] = [];
  for (const one of kept.shops) shops.push(await reopenShop(service, one));
  return { service, shops };
}

type Filled = { readonly shops: readonly KeptShop[]; readonly files: Files };
/** Content by path, in Base64. */
type Files = Readonly<Record<string, string>>;

async function filled(database: TestDatabase, marks: readonly string[], isSampled: boolean): Promise<Filled> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'daybook-files-'));
  const { service, stop } = await serve(database, { dataFolder });
  try {
    const shops: Shop[] = [];
    for (const mark of marks) shops.push(await openShop(service, mark));
    if (isSampled) await prepareSamples(shopOf(shops, 0));
    return { shops: shops.map(keptShop), files: filesIn(dataFolder) };
  } finally {
    await stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

function filesIn(folder: string): Files {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), 'base64')]));
}

function putFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content, 'base64');
  }
}
