/**
 * Loaded before the service as a control: all organisations share one lane, so that who comes last waits for all who
 * came before, whoever they are. Nothing in the service itself can be told to do so.
 */
import { registerHooks } from 'node:module';

const laneless: Readonly<Record<string, readonly [from: string, to: string]>> = {
  '/src/db/fair-queue.ts': [
    'take: async (name, signal) => {',
    `take: async (_, signal) => { const name = 'everybody';`,
  ],
  '/src/doors/load.ts': [
    'return owner ?? `address',
    `if (request !== undefined) return 'everybody';\n    return owner ?? \`address`,
  ],
};

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const [, change] = Object.entries(laneless).find(([path]) => url.endsWith(path)) ?? [];
    if (change === undefined) return loaded;
    const source = Buffer.from(loaded.source as Uint8Array).toString();
    const [from, to] = change;
    if (!source.includes(from)) throw new Error(`${url} has no "${from}" any more`);
    return { ...loaded, source: source.replace(from, to) };
  },
});
