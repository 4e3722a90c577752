import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Keepsake = z.object({
  seed: z.int(),
  until: z.string(),
  email: z.string(),
  password: z.string(),
  mcpToken: z.string(),
});

/** Credentials of the demo. It is written last, so a folder without it was never finished. */
export type Keepsake = z.output<typeof Keepsake>;

const fileName = 'demo.json';
const passwordBytes = 9;

export function readKeepsake(folder: string): Keepsake | undefined {
  const file = join(folder, fileName);
  return existsSync(file) ? Keepsake.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/** In clear, unlike anything else that lets somebody in: the shop is made up, and its folder is its owner's alone. */
export function writeKeepsake(folder: string, keepsake: Keepsake): void {
  writeFileSync(join(folder, fileName), `${JSON.stringify(keepsake, null, 2)}\n`, { mode: 0o600 });
}

/** Random and not derived from the seed, which is public. */
export function newPassword(): string {
  return `paper-${randomBytes(passwordBytes).toString('hex')}`;
}
