import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Config, ConfigError } from '../config.ts';
import { connect } from '../db/connect.ts';
import { openSecrets } from '../secrets.ts';
import { greeting } from './demo/greeting.ts';
import { type Keepsake, newPassword, readKeepsake, writeKeepsake } from './demo/keepsake.ts';
import { mintToken } from './demo/mint-token.ts';
import { makeYear } from './demo/year.ts';
import { claimPort, start } from './start.ts';

const ordinarySeed = 1;
const seedMax = 2 ** 32 - 1;
const email = 'noor@katern.example';

/** Fills a folder of its own with a year of a small shop's business, once, and serves it. */
export async function demo(config: Config, args: readonly string[]): Promise<void> {
  const { seed, isServed } = optionsOf(args);
  if (config.databaseUrl !== undefined) {
    throw new ConfigError('The demo keeps its books in a folder of its own. Unset DATABASE_URL to make it.');
  }
  // Log lines of the start would hide the greeting.
  const logLevel = config.logLevel === 'info' ? 'warn' : config.logLevel;
  const ours = { ...config, logLevel, dataFolder: `${config.dataFolder}-demo` } as const;
  // Making the year takes minutes, and nobody should learn only after them that it cannot be served.
  if (isServed) await claimPort(ours);
  const keepsake = existsSync(ours.dataFolder) ? kept(ours.dataFolder, seed) : await make(ours, seed ?? ordinarySeed);
  if (isServed) return start(ours, () => greeting(ours, keepsake));
  console.log(greeting(ours, keepsake));
  console.log('  Nothing serves it now: `daybook demo` without --no-serve does.\n');
}

type Options = { readonly seed: number | undefined; readonly isServed: boolean };

function optionsOf(args: readonly string[]): Options {
  const serve = { type: 'boolean', default: true } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { seed: { type: 'string' }, serve },
      allowNegative: true,
    });
    return { seed: values.seed === undefined ? undefined : seedFrom(values.seed), isServed: values.serve };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError('daybook demo takes --seed with a number, and --no-serve to only make the books.');
  }
}

function seedFrom(text: string): number {
  const seed = Number(text);
  if (/^\d{1,10}$/.test(text) && seed <= seedMax) return seed;
  throw new ConfigError(`--seed takes a whole number from 0 to ${seedMax}, not "${text}".`);
}

/** An existing demo is kept: somebody may have tried things out on it. */
function kept(folder: string, seed: number | undefined): Keepsake {
  const keepsake = readKeepsake(folder);
  if (keepsake === undefined) {
    throw new ConfigError(`${folder} holds no finished demo. Move it away or remove it, and start again.`);
  }
  if (seed !== undefined && seed !== keepsake.seed) {
    throw new ConfigError(`${folder} was made with --seed ${keepsake.seed}. Remove it to make another.`);
  }
  console.log(`The shop is there already: ${folder} ends on ${keepsake.until.slice(0, 10)}.`);
  return keepsake;
}

async function make(config: Config, seed: number): Promise<Keepsake> {
  console.log(`Making a year of a small shop's business in ${config.dataFolder} (--seed ${seed}).`);
  const begun = performance.now();
  const connected = await connect({ ...config, log: () => undefined, onConnectionError: () => undefined });
  try {
    const secrets = openSecrets(config.dataFolder, config.secret);
    const books = { db: connected.db, secrets, publicUrl: config.publicUrl };
    const owner = { email, password: newPassword() };
    const until = new Date().toISOString();
    await makeYear(books, { seed, until, owner, onMonth: (month, sales) => console.log(bar(month, sales)) });
    const keepsake = { seed, until, ...owner, mcpToken: await mintToken(books, owner) };
    writeKeepsake(config.dataFolder, keepsake);
    console.log(`  done in ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
    return keepsake;
  } finally {
    await connected.close();
  }
}

function bar(month: string, sales: number): string {
  const salesPerMark = 8;
  return `  ${month}  ${'▪'.repeat(Math.ceil(sales / salesPerMark))} ${sales} sales`;
}
