import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Urls = { readonly owner: string; readonly runtime: string };

/** Addresses of the embedded database that serves a data folder: its socket, and the passwords that it keeps there. */
export function readOwnerUrls(folder: string): Urls {
  const url = (role: string) => {
    const password = readFileSync(join(folder, 'keys', role), 'utf8').trim();
    const socket = encodeURIComponent(join(folder, 'postgres', 'socket'));
    return `postgresql://${role}:${password}@localhost/daybook?host=${socket}&port=5432&sslmode=disable`;
  };
  return { owner: url('daybook_owner'), runtime: url('daybook_runtime') };
}
