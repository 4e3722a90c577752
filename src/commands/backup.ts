import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { findRunning, majorVersion, startEmbedded } from '../db/embedded/index.ts';
import { newestApplied } from '../db/migrate.ts';
import { type ArchiveWriter, writeArchive } from './backup/archive-writer.ts';
import { copyCluster } from './backup/copy-cluster.ts';
import { formatVersion } from './backup/manifest.ts';
import { readVersion } from './backup/version.ts';

const usage = 'daybook backup takes a file to write, or a folder to write one into.';
const ownTools =
  'The database is a server of your own and not in it: back that up with its own tools, such as pg_dump.';
const inBucket = 'The files are in a bucket and not in it: back that up as buckets are, by versions or by a copy.';
const warning = 'It holds the keys too: whoever has it can read everything. Keep it as you keep the data folder.';

/** Writes one file that holds the database, the files and the keys, while the service goes on. */
export async function backup({ dataFolder, databaseUrl, bucket }: Config, args: readonly string[]): Promise<void> {
  const [target, ...more] = args;
  if (target === undefined || target.startsWith('-') || more.length > 0) throw new ConfigError(usage);
  if (!existsSync(dataFolder)) throw new ConfigError(`There is no data folder ${dataFolder}. Set DAYBOOK_DATA.`);
  const begun = performance.now();
  const beganAt = new Date().toISOString();
  const file = fileFor(target, beganAt);
  const server = databaseUrl === undefined ? await openServer(dataFolder) : undefined;
  let bytes: number;
  try {
    bytes = await writeAll({ file, dataFolder, beganAt, ownerUrl: server?.ownerUrl });
  } finally {
    await server?.close();
  }
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  console.log(`${file} is whole: ${(bytes / 1_048_576).toFixed(1)} MiB in ${seconds} s. ${warning}`);
  if (server === undefined) console.log(ownTools);
  if (bucket !== undefined) console.log(inBucket);
}

/** A folder gets a file that is named after the moment. */
function fileFor(target: string, beganAt: string): string {
  const path = resolve(target);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return join(path, `daybook-${beganAt.slice(0, 19).replaceAll(':', '-')}Z.tar`);
  if (found !== undefined) throw new ConfigError(`${path} is there already. Name another file, or a folder.`);
  if (existsSync(resolve(path, '..'))) return path;
  throw new ConfigError(`There is no folder ${resolve(path, '..')} to write into.`);
}

type Server = { readonly ownerUrl: string; readonly close: () => Promise<void> };

/** The server of a service that runs on the folder, else one for the time of the backup. */
async function openServer(dataFolder: string): Promise<Server> {
  if (!existsSync(join(dataFolder, 'postgres', 'cluster', 'PG_VERSION'))) {
    throw new ConfigError(`${dataFolder} holds no database of Daybook's. Set DAYBOOK_DATA to the folder that does.`);
  }
  const ownerUrl = await findRunning(dataFolder);
  if (ownerUrl !== undefined) return { ownerUrl, close: async () => undefined };
  const embedded = await startEmbedded({ folder: dataFolder, log: () => undefined });
  return { ownerUrl: embedded.ownerUrl, close: embedded.stop };
}

type Work = {
  readonly file: string;
  readonly dataFolder: string;
  readonly beganAt: string;
  readonly ownerUrl: string | undefined;
};

async function writeAll({ file, dataFolder, beganAt, ownerUrl }: Work): Promise<number> {
  const postgres = ownerUrl === undefined ? null : { major: majorVersion, migration: await newestApplied(ownerUrl) };
  const about = { format: formatVersion, daybook: readVersion(), began_at: beganAt, postgres };
  const archive = await writeArchive(file, about);
  try {
    if (ownerUrl !== undefined) {
      // Once now, so that nothing is missed that is deleted while the last are copied; and once more when the database
      // has all that it will have in here, since it speaks only of files that were there before it did.
      await copyPart(archive, dataFolder, 'files');
      await archive.addFolder('postgres');
      await copyCluster(archive, {
        ownerUrl,
        cluster: join(dataFolder, 'postgres', 'cluster'),
        root: 'postgres/cluster',
      });
    }
    for (const part of ['files', 'outbox', 'keys']) await copyPart(archive, dataFolder, part);
    return await archive.finish(new Date().toISOString());
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

/** Skips content that the backup has already: a file keeps its bytes as long as it has its name. */
async function copyPart(archive: ArchiveWriter, dataFolder: string, path: string): Promise<void> {
  const folder = join(dataFolder, path);
  if (!existsSync(folder)) return;
  await archive.addFolder(path);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const inner = `${path}/${entry.name}`;
    // Unfinished uploads and drafts belong to no record yet.
    if (inner === 'files/incoming' || entry.name.endsWith('.draft')) continue;
    if (entry.isDirectory()) await copyPart(archive, dataFolder, inner);
    else if (entry.isFile() && !archive.has(inner)) await archive.addFile(inner, join(dataFolder, inner));
  }
}
