/**
 * Runs the test files that it is sent, one after another, so that the modules of the service are loaded once for all of
 * them: that is most of the work of a small test. Ends when the runner lets go of it.
 */
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { counted, failures, type Result } from './test-result.ts';

/** An error that no test awaited is but a remark to `node:test`. */
const unawaitedSays = 'generated asynchronous activity';

process.on('message', (file: string) => void answer(file));

async function answer(file: string): Promise<void> {
  // A run is over once nothing more can happen: the way to the runner must not keep the process waiting.
  process.channel?.unref();
  const result = await runFile(file);
  process.channel?.ref();
  process.send?.(result);
}

async function runFile(file: string): Promise<Result> {
  const before = process.cpuUsage();
  const stream = run({ files: [file], isolation: 'none', concurrency: false });
  const counts = counted(stream);
  const unawaited: string[] = [];
  stream.on('test:diagnostic', ({ message }) => void (message.includes(unawaitedSays) && unawaited.push(message)));
  let report = '';
  for await (const part of stream.compose(new spec())) report += String(part);
  if (unawaited.length > 0) {
    report += `${failures}\n\n${unawaited.map((message) => `✖ ${file}: ${message}\n`).join('')}`;
  }
  const { user, system } = process.cpuUsage(before);
  const failed = counts.failed + unawaited.length;
  return { ...counts, file, failed, report, cpuMs: (user + system) / 1_000 };
}
