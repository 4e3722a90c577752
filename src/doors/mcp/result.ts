import type { CallToolResult } from '@modelcontextprotocol/server';
import { refusal } from '../../operation/errors.ts';
import type { Answer } from '../../operation/run.ts';
import { plainText } from './plain-text.ts';

/** A result is read by a model, and paid for by the character. */
export const resultCharactersMax = 25_000;

export const resultTooLarge = refusal(
  'result_too_large',
  422,
  'The answer is too long to be read at once.',
  'Ask for fewer `fields`, a smaller `limit` or a shorter period.',
);

export function sizeOf(output: unknown): number {
  return JSON.stringify(output)?.length ?? 0;
}

/** What was done, as structure and as one text that says all of it. */
export function succeeded({ output, replayed }: Answer, dryRun = false): CallToolResult {
  const notes = [
    ...(dryRun ? ['This is a preview. Nothing was written.'] : []),
    ...(replayed ? ['This was written before with the same idempotency_key; nothing was written again.'] : []),
  ];
  return {
    content: [plainText(output), ...notes].map((text) => ({ type: 'text', text })),
    structuredContent: structureOf(output),
  };
}

/** Operations answer with objects; what is already written is told even when it is longer than a result may be. */
function structureOf(output: unknown): Record<string, unknown> {
  return typeof output === 'object' && output !== null ? (output as Record<string, unknown>) : { result: output };
}

/** The record that a write made, cut to what leads to it. */
export function shortened(output: unknown): Record<string, unknown> {
  const short = Object.entries(structureOf(output)).filter(([, value]) => typeof value !== 'object' || value === null);
  return Object.fromEntries(
    short.map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, 500) : value]),
  );
}
