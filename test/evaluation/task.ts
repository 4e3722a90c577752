import type { Assistant } from './assistant.ts';
import type { Stationer } from './stationer.ts';

/** A request in a person's words, the assistant's solution, and the expected result. */
export type Task = {
  readonly say: string;
  readonly do: (assistant: Assistant, shop: Stationer) => Promise<void>;
};
