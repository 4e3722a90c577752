/** One flood after the other, in a process of its own; says which one begins. Reads what to send from its input. */
import { text as readText } from 'node:stream/consumers';
import { flood, type FloodWork } from './flood.ts';

export type Worst = Omit<FloodWork, 'text'> & { readonly calls: readonly { name: string; text: string }[] };

// Written by whoever started it.
const { calls, ...rest } = JSON.parse(await readText(process.stdin)) as Worst;
for (const { name, text } of calls) {
  console.log(name);
  await flood({ ...rest, text });
}
