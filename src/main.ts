import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig, readRemote } from './config.ts';
import { EmbeddedError } from './db/embedded/index.ts';

// What was compiled before is not compiled again, so that a node that was killed is back sooner. Beside the packages,
// where nobody writes but who installed them; where that is not this user it is compiled each time.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/daybook', import.meta.url)));

/** Each is loaded when it is called, with nothing that only the others need. */
const commands: Readonly<Record<string, () => Promise<void>>> = {
  start: async () => (await import('./commands/start.ts')).start(readConfig()),
  'check-books': async () => (await import('./commands/check-books.ts')).checkBooks(readConfig()),
  'accept-audit-log': async () =>
    (await import('./commands/accept-audit-log.ts')).acceptAuditLog(readConfig(), process.argv.slice(3)),
  backup: async () => (await import('./commands/backup.ts')).backup(readConfig(), process.argv.slice(3)),
  restore: async () => (await import('./commands/restore.ts')).restore(readConfig(), process.argv.slice(3)),
  migrate: async () => (await import('./commands/migrate.ts')).migrateOnly(readConfig()),
  demo: async () => (await import('./commands/demo.ts')).demo(readConfig(), process.argv.slice(3)),
  files: async () => (await import('./commands/move-files.ts')).moveFiles(readConfig(), process.argv.slice(3)),
  import: async () => (await import('./commands/import.ts')).importFile(readRemote(), process.argv.slice(3)),
  export: async () =>
    (await import('./commands/export-organization.ts')).exportOrganization(readConfig(), process.argv.slice(3)),
  'restore-organization': async () =>
    (await import('./commands/restore-organization.ts')).restoreOrganization(readConfig(), process.argv.slice(3)),
};

const [name = 'start'] = process.argv.slice(2);
const command = commands[name];

if (command === undefined) {
  console.error(`There is no command "${name}". Commands: ${Object.keys(commands).join(', ')}.`);
  process.exit(2);
}

try {
  await command();
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof EmbeddedError;
  console.error(expected ? error.message : error);
  process.exit(1);
}
