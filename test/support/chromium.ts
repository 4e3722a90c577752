import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];

/**
 * Without the parts of a browser that nobody sees, a page takes half the work. The file of that name on the PATH is a
 * script, which would be ended in its place.
 */
const headless = '/usr/lib/chromium/chromium-headless-shell';

/** The Chromium of this machine, if it has one. */
export const chromium: string | undefined = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .toSpliced(0, 0, headless)
  .find((file) => existsSync(file));

/** Only this machine can be reached, so that a request to anywhere else fails and is seen. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

export type Browser = {
  /** Of its debugging protocol. */
  readonly address: string;
  stop(): Promise<void>;
};

export async function startChromium(program: string): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-browser-'));
  const child = spawn(program, [...flags, '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  let said = '';
  const address = await new Promise<string>((found, failed) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const url = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (url !== undefined) found(url);
    });
    child.once('exit', () => failed(new Error(`the browser ended: ${said}`)));
  });
  return { address, stop };
}
