import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { knownAddress, urlOf } from './address.ts';
import { ownerRole } from './cluster.ts';
import { tryConnection } from './ready.ts';
import { databaseName } from './roles.ts';

/** The owner's connection to the server that a running Daybook keeps on the folder; undefined where none answers. */
export async function findRunning(dataFolder: string): Promise<string | undefined> {
  const key = join(dataFolder, 'keys', ownerRole);
  if (!existsSync(key)) return undefined;
  // As it is written where the server listens: a socket's path counts its letters.
  const address = knownAddress(join(realpathSync(dataFolder), 'postgres'));
  if (address === undefined) return undefined;
  const url = urlOf(address, { role: ownerRole, password: readFileSync(key, 'utf8').trim(), database: databaseName });
  return (await tryConnection(url)) === undefined ? url : undefined;
}
