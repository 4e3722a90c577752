import { ConfigError, readConfig, readRemote } from './config.ts';
import { EmbeddedError } from './db/embedded/index.ts';
import { checkBooks } from './commands/check-books.ts';
import { demo } from './commands/demo.ts';
import { importFile } from './commands/import.ts';
import { migrateOnly } from './commands/migrate.ts';
import { start } from './commands/start.ts';

const commands: Readonly<Record<string, () => Promise<void>>> = {
  start: () => start(readConfig()),
  'check-books': () => checkBooks(readConfig()),
  migrate: () => migrateOnly(readConfig()),
  demo: () => demo(readConfig(), process.argv.slice(3)),
  import: () => importFile(readRemote(), process.argv.slice(3)),
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
