/**
 * Loaded before `node:test`, which notes the test of every promise and timer of a process by an async hook: a fifth of
 * the CPU of our tests. All it serves is to name the test that an error came from which nobody awaited. Without it such
 * an error belongs to the file, and `test-worker.ts` fails that.
 */
import { createRequire } from 'node:module';

// Builtin modules share this object with `node:test`; the namespace of an import cannot be written to.
const hooks: typeof import('node:async_hooks') = createRequire(import.meta.url)('node:async_hooks');
const idle = { enable: () => idle, disable: () => idle };
hooks.createHook = () => idle;
