import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type Config, ConfigError } from '../config.ts';
import { giveTree, majorVersion, ownerOf } from '../db/embedded/index.ts';
import { newestKnown } from '../db/migrate.ts';
import { damaged, type Entry, readArchive } from './backup/archive-reader.ts';
import { Measured } from './backup/archive-writer.ts';
import { About, aboutPath, formatVersion, Manifest, manifestPath, parts } from './backup/manifest.ts';

const usage = 'daybook restore takes the file of a backup, and --data with the folder to restore into.';
/** Beside the parts, so that putting them in place is a rename whatever disk the folder is. */
const draftName = '.restoring';
const syncedAtOnce = 64;

/** Makes a data folder of a backup, once every byte of it has been found to be what was backed up. */
export async function restore({ dataFolder }: Config, args: readonly string[]): Promise<void> {
  const { file, folder } = optionsOf(args, dataFolder);
  refuseUnlessEmpty(folder);
  const begun = performance.now();
  const draft = join(folder, draftName);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  let about: About;
  try {
    about = await unpack(file, draft);
    await syncAll(writtenIn(draft, '').map((path) => join(draft, path)));
    const heir = ownerOf(folder);
    if (heir !== undefined) giveTree(draft, heir);
    // The database last: whatever interrupts this, no service finds one without its keys and files.
    for (const part of parts) if (existsSync(join(draft, part))) renameSync(join(draft, part), join(folder, part));
    if (process.platform !== 'win32') await sync(folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  const { began_at: moment, postgres } = about;
  console.log(
    `${folder} is as it was backed up on ${moment.slice(0, 10)} at ${moment.slice(11, 19)} UTC, in ${seconds} s.`,
  );
  if (postgres === null) {
    return console.log('The database is not in it: it was a server of your own, to be restored with its own tools.');
  }
  console.log(`Look at the books with DAYBOOK_DATA=${folder} daybook check-books, and start with daybook start.`);
}

function optionsOf(args: readonly string[], dataFolder: string): { file: string; folder: string } {
  const data = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: { data }, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new ConfigError(usage);
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
      throw new ConfigError(`There is no file ${file}.`);
    return { file, folder: resolve(values.data ?? dataFolder) };
  } catch (error) {
    throw error instanceof ConfigError ? error : new ConfigError(usage);
  }
}

/** A non-empty folder may hold books, or their remains. A file system's own folder does not count. */
function refuseUnlessEmpty(folder: string): void {
  const found = existsSync(folder) ? readdirSync(folder) : [];
  const [other] = found.filter((name) => name !== draftName && name !== 'lost+found');
  if (other === undefined) return;
  throw new ConfigError(`${folder} is not empty: it has ${other}. Restore into a folder that is new or empty.`);
}

/** Writes all of it below the draft, and answers what it is of. */
async function unpack(file: string, draft: string): Promise<About> {
  const found = new Map<string, string>();
  let about: About | undefined;
  let manifest: Manifest | undefined;
  for await (const entry of readArchive(file)) {
    const { path } = entry;
    try {
      if (path === aboutPath) about = About.parse(JSON.parse(await text(entry.bytes())));
      else if (path === manifestPath) manifest = Manifest.parse(JSON.parse(await text(entry.bytes())));
      else await unpackOne(entry, draft, found);
    } catch (error) {
      throw isOfTheDisk(error) ? error : damaged(file, path);
    }
    if (about === undefined) throw new ConfigError(`${file} is no backup of Daybook.`);
    if (path === aboutPath) refuseUnlessFit(file, about);
  }
  if (about === undefined || manifest === undefined) {
    throw new ConfigError(`${file} is not whole: its end is missing. Nothing was restored.`);
  }
  for (const { path, sha256 } of manifest.files) {
    if (path !== aboutPath && found.get(path) !== sha256) throw damaged(file, path);
  }
  return about;
}

async function unpackOne({ path, isFolder, bytes }: Entry, draft: string, found: Map<string, string>): Promise<void> {
  const steps = path.split('/');
  const isOurs = parts.some((part) => part === steps[0]) && steps.every((step) => step !== '..' && step !== '');
  if (!isOurs) throw new RangeError(`${path} is no part of a data folder`);
  const place = join(draft, path);
  mkdirSync(isFolder ? place : dirname(place), { recursive: true, mode: 0o700 });
  if (isFolder) return;
  const raw = new Measured();
  await pipeline(bytes(), raw, createWriteStream(place, { flags: 'wx', mode: 0o600 }));
  found.set(path, raw.digest());
}

function refuseUnlessFit(file: string, { format, daybook, postgres }: About): void {
  if (format > formatVersion) {
    throw new ConfigError(`${file} was made by a newer Daybook (${daybook}). Restore it with that one.`);
  }
  // Names say nothing about age: before 0.1.0, files were numbered anew when they became fewer.
  if (postgres !== null && postgres.migration > newestKnown()) {
    throw new ConfigError(
      `${file} was made by another Daybook (${daybook}), whose database has ${postgres.migration}: by a newer one, ` +
        'or by one from before 0.1.0. Restore it with the Daybook that made it.',
    );
  }
  if (postgres !== null && postgres.major !== majorVersion) {
    throw new ConfigError(
      `${file} holds a database of PostgreSQL ${postgres.major}; this Daybook brings ${majorVersion}.`,
    );
  }
}

/** A full or read-only disk is not the backup's fault. */
function isOfTheDisk(error: unknown): boolean {
  const codes = ['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EDQUOT', 'EIO', 'EMFILE'];
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

function writtenIn(folder: string, path: string): string[] {
  const inner = readdirSync(join(folder, path), { withFileTypes: true });
  const below = inner.flatMap((entry) => {
    const name = join(path, entry.name);
    return entry.isDirectory() ? writtenIn(folder, name) : [name];
  });
  return process.platform === 'win32' ? below : [...below, path];
}

/** Many at once: the disk then writes down the names of all of them together. */
async function syncAll(paths: readonly string[]): Promise<void> {
  for (let at = 0; at < paths.length; at += syncedAtOnce) {
    await Promise.all(paths.slice(at, at + syncedAtOnce).map(sync));
  }
}

/** Windows wants to be able to write what it is to keep. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, process.platform === 'win32' ? 'r+' : 'r');
  await handle.sync();
  await handle.close();
}
