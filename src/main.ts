import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ConfigError, readBridge, readConfig, readRemote } from './config.ts';
import { EmbeddedError } from './db/embedded/index.ts';

// Compiled code is cached, so that a killed node is back sooner. Beside the packages, where nobody writes but who
// installed them; where that is not this user it is compiled each time.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/daybook', import.meta.url)));

type Command = {
  readonly about: string;
  /** Arguments after its name; a command without this takes none. */
  readonly takes?: string;
  readonly run: (args: readonly string[]) => Promise<void>;
};

/** Each is loaded when it is called, with nothing that only the others need. */
const commands: Readonly<Record<string, Command>> = {
  start: {
    about: 'serve the API, the connector and the pages (this is also what happens without a command)',
    run: async () => (await import('./commands/start.ts')).start(readConfig()),
  },
  demo: {
    about: 'make a year of a small shop in a folder of its own, and serve it',
    takes: '[--seed N] [--no-serve]',
    run: async (args) => (await import('./commands/demo.ts')).demo(readConfig(), args),
  },
  login: {
    about: 'sign in to a running service with an API key, for the commands call and import',
    takes: '[--url URL]',
    run: async (args) => (await import('./commands/login.ts')).login(readRemote(), args),
  },
  logout: {
    about: 'forget that key',
    run: async () => (await import('./commands/login.ts')).logout(readRemote()),
  },
  call: {
    about: 'call any operation of that service',
    takes: '<operation> [--field value …] [--json]',
    run: async (args) => (await import('./commands/call.ts')).call(readRemote(), args),
  },
  mcp: {
    about: 'connect an AI app that starts local programs with that service, over standard input and output',
    run: async () => (await import('./commands/mcp.ts')).mcp(readBridge()),
  },
  completion: {
    about: 'print what completes commands, operations and fields in a shell',
    takes: 'bash|zsh|fish',
    run: async (args) =>
      (await import('./commands/completion.ts')).completion(readRemote(), args, Object.keys(commands)),
  },
  import: {
    about: 'import a file of clients, products or sales into a running service',
    takes: '<kind> <file> [options]',
    run: async (args) => (await import('./commands/import.ts')).importFile(readRemote(), args),
  },
  export: {
    about: 'write an organisation with all its records into one file',
    takes: '--organization <id> [--to <file>] [--data <folder>]',
    run: async (args) => (await import('./commands/export-organization.ts')).exportOrganization(readConfig(), args),
  },
  'restore-organization': {
    about: 'make an organisation from such a file',
    takes: '<file> [--data <folder>] [--without-jobs]',
    run: async (args) => (await import('./commands/restore-organization.ts')).restoreOrganization(readConfig(), args),
  },
  backup: {
    about: 'write the database, the files and the keys into one file, while the service runs',
    takes: '<file or folder>',
    run: async (args) => (await import('./commands/backup.ts')).backup(readConfig(), args),
  },
  restore: {
    about: 'make a data folder from such a file',
    takes: '<file> [--data <folder>]',
    run: async (args) => (await import('./commands/restore.ts')).restore(readConfig(), args),
  },
  'check-books': {
    about: 'check the books of every organisation',
    run: async () => (await import('./commands/check-books.ts')).checkBooks(readConfig()),
  },
  'accept-audit-log': {
    about: 'say that the audit log is as it should be, after a restored backup',
    takes: '--note <why>',
    run: async (args) => (await import('./commands/accept-audit-log.ts')).acceptAuditLog(readConfig(), args),
  },
  files: {
    about: 'move files from the data folder into the bucket that is set',
    takes: 'move',
    run: async (args) => (await import('./commands/move-files.ts')).moveFiles(readConfig(), args),
  },
  migrate: {
    about: 'bring the database to this version and end',
    run: async () => (await import('./commands/migrate.ts')).migrateOnly(readConfig()),
  },
};

const [name = 'start', ...args] = process.argv.slice(2);
const command = commands[name];

// Those that take something tell more of it themselves.
const asksForHelp = ['--help', '-h'].includes(args[0] ?? '') && command?.takes === undefined;
if (['help', '--help', '-h'].includes(name) || asksForHelp) {
  console.log(helpText());
  process.exit(0);
}
if (command === undefined) {
  console.error(`There is no command "${name}".\n\n${helpText()}`);
  process.exit(2);
}
if (command.takes === undefined && args.length > 0) {
  console.error(`daybook ${name} takes nothing more, not "${args.join(' ')}". Its settings are environment variables.`);
  process.exit(2);
}

try {
  await command.run(args);
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof EmbeddedError;
  console.error(expected ? error.message : error);
  process.exit(error instanceof ConfigError ? error.exitCode : 1);
}

function helpText(): string {
  const lines = Object.entries(commands).map(
    ([called, { takes, about }]) => `  ${[called, takes].join(' ').trim()}\n      ${about}`,
  );
  const settings = 'Settings are environment variables: docs/guides/operating.md.';
  return `Usage: daybook [command]\n\n${lines.join('\n')}\n\n${settings}`;
}
