import type { Assistant } from './assistant.ts';
import type { Stationer } from './stationer.ts';

/** What a person asks for, how an assistant does it, and what has to be so afterwards. */
export type Task = {
  readonly say: string;
  readonly do: (assistant: Assistant, shop: Stationer) => Promise<void>;
};
