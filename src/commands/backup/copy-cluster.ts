import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ConfigError } from '../../config.ts';
import type { ArchiveWriter } from './archive-writer.ts';

/** First and last file of the write-ahead log that the copy needs. */
type Window = { readonly first: string; readonly last: string };

/** Made anew by each server, or of no use to another one. */
const emptied = new Set(
  ['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans', 'pg_wal'].map(
    (name) => `/${name}`,
  ),
);
const leftOut = /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map|backup_manifest|current_logfiles)$/;
const temporary = /^(pgsql_tmp|pg_internal\.init)/;
const controlFile = '/global/pg_control';

/**
 * Copies the cluster of a server that goes on working, by PostgreSQL's own way: between the two calls its files may
 * change under the copy, and the log of changes of that time, which comes last, makes them whole again when a server
 * starts on them. What was committed before the end is in it. All that it asks of the server ends with the connection,
 * so that a backup that is killed leaves nothing behind.
 */
export async function copyCluster(
  archive: ArchiveWriter,
  { ownerUrl, cluster, root }: { readonly ownerUrl: string; readonly cluster: string; readonly root: string },
): Promise<void> {
  if (readdirSync(join(cluster, 'pg_tblspc')).length > 0) {
    throw new ConfigError('The database has tablespaces, which `daybook backup` does not follow. Use pg_basebackup.');
  }
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => undefined); // the statement that was under way rejects and says it better
  await client.connect();
  try {
    // Keeps the log of changes from being cleared away, for as long as this connection stands.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [`daybook_${process.pid}`]);
    await client.query(`select pg_backup_start('daybook', fast => true)`);
    await copyFolder(archive, cluster, root, '');
    await archive.addFile(`${root}${controlFile}`, join(cluster, controlFile));
    const { rows } = await client.query<{ label: string; map: string; last: string }>(
      `select labelfile as label, spcmapfile as map, pg_walfile_name(lsn) as last
       from pg_backup_stop(wait_for_archive => false)`,
    );
    const [stopped] = rows;
    if (stopped === undefined) throw new Error('the server did not end the backup');
    await archive.addText(`${root}/backup_label`, stopped.label);
    await copyChanges(archive, cluster, root, { first: firstOf(stopped.label), last: stopped.last });
  } finally {
    await client.end();
  }
}

async function copyFolder(archive: ArchiveWriter, cluster: string, root: string, path: string): Promise<void> {
  await archive.addFolder(`${root}${path}`);
  for (const entry of readdirSync(join(cluster, path), { withFileTypes: true })) {
    const inner = `${path}/${entry.name}`;
    if (temporary.test(entry.name) || (path === '' && leftOut.test(entry.name)) || inner === controlFile) continue;
    if (emptied.has(inner)) {
      await archive.addFolder(`${root}${inner}`);
      if (inner === '/pg_wal') await archive.addFolder(`${root}${inner}/archive_status`);
    } else if (entry.isDirectory()) await copyFolder(archive, cluster, root, inner);
    // A file dropped meanwhile is not missed: the write-ahead log records it.
    else if (entry.isFile()) await archive.addFile(`${root}${inner}`, join(cluster, inner));
  }
}

function firstOf(label: string): string {
  const first = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(label)?.[1];
  if (first === undefined) throw new Error(`the server wrote no label that can be read: ${label}`);
  return first;
}

async function copyChanges(archive: ArchiveWriter, cluster: string, root: string, window: Window): Promise<void> {
  const folder = join(cluster, 'pg_wal');
  const names = readdirSync(folder)
    .filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= window.first && name <= window.last)
    .toSorted();
  for (const name of new Set([window.first, ...names, window.last])) {
    const isThere =
      existsSync(join(folder, name)) && (await archive.addFile(`${root}/pg_wal/${name}`, join(folder, name)));
    if (!isThere) throw new Error(`the server cleared ${name} away while it was copied`);
  }
}
