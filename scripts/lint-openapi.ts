/** Lints the generated OpenAPI document with Spectral (its own and the OWASP rules) and Redocly. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '../src/catalogue.ts';
import { openApi } from '../src/doors/openapi.ts';

const folder = mkdtempSync(join(tmpdir(), 'daybook-openapi-'));
const file = join(folder, 'openapi.json');
writeFileSync(file, JSON.stringify(openApi(catalogue, 'https://daybook.example.com'), null, 2));

const linters: readonly (readonly string[])[] = [
  ['node_modules/@stoplight/spectral-cli/dist/index.js', 'lint', '--fail-severity', 'error', '--quiet', file],
  ['node_modules/@redocly/cli/bin/cli.js', 'lint', file],
];
const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const failed = linters.filter(
  (command) => spawnSync(process.execPath, command, { stdio: 'inherit', env: environment }).status !== 0,
);
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed.length === 0 ? 0 : 1;
