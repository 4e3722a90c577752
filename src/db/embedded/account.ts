import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The user and group a program of PostgreSQL runs under. Undefined wherever it is simply ours. */
export type Account = { readonly uid: number; readonly gid: number };

/** Above the ids given to people, below those that systemd and container engines hand out. */
const firstIdTried = 54_320;
const otherMayEnter = 0o001;
const groupMayEnter = 0o010;
const ownerMayEnter = 0o100;

/**
 * PostgreSQL refuses to run as root, so root needs another account for it: whose the cluster already is, else whose the
 * data folder is, else an id that nobody has. Not `nobody`, which strangers share: they could read the books.
 */
export function chooseAccount(folder: string, cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return ordinaryOwner(cluster) ?? ordinaryOwner(folder) ?? unusedAccount();
}

/**
 * initdb and the server without clients insist on an account that has a name, so one that has none borrows `nobody`
 * for the half second that they take.
 */
export function chooseInitializer(account: Account | undefined): Account | undefined {
  if (account === undefined) return undefined;
  const named = readNames('/etc/passwd');
  if (named.some(({ id }) => id === account.uid)) return account;
  const lender = named.find(({ name }) => name === 'nobody') ?? named.find(({ id }) => id > 0);
  return lender === undefined ? account : { uid: lender.id, gid: lender.id };
}

/** True where the account may pass through every folder down to this one. */
export function mayReach(folder: string, account: Account | undefined): boolean {
  if (account === undefined) return true;
  const { mode, uid, gid } = statSync(folder);
  const needed = uid === account.uid ? ownerMayEnter : gid === account.gid ? groupMayEnter : otherMayEnter;
  const parent = dirname(folder);
  return (mode & needed) !== 0 && (parent === folder || mayReach(parent, account));
}

/** To whom root should give what it makes in the folder. */
export function ownerOf(folder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}

/** Hands over a file or folder; does nothing where everything is ours anyway. */
export function give(path: string, account: Account | undefined): void {
  if (account !== undefined) chownSync(path, account.uid, account.gid);
}

/** Hands over a folder with all that is in it. Until that is done it is root's, so an interruption is noticed. */
export function giveTree(folder: string, account: Account): void {
  chownSync(folder, 0, 0);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) giveTree(path, account);
    else lchownSync(path, account.uid, account.gid);
  }
  chownSync(folder, account.uid, account.gid);
}

function ordinaryOwner(path: string): Account | undefined {
  const owner = statSync(path, { throwIfNoEntry: false });
  if (owner === undefined || owner.uid === 0) return undefined;
  return { uid: owner.uid, gid: owner.gid === 0 ? owner.uid : owner.gid };
}

function unusedAccount(): Account {
  const used = new Set([...readNames('/etc/passwd'), ...readNames('/etc/group')].map(({ id }) => id));
  let id = firstIdTried;
  while (used.has(id)) id += 1;
  return { uid: id, gid: id };
}

function readNames(file: string): { name: string; id: number }[] {
  try {
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.split(':').length > 2);
    return lines.map((line) => ({ name: line.split(':')[0] ?? '', id: Number(line.split(':')[2]) }));
  } catch {
    return [];
  }
}
