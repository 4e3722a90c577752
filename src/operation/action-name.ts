import { z } from 'zod';
import { nearestOf } from '../core/nearest.ts';

const nameMax = 64;
const nearestMax = 5;
/** Beside operations, which declare themselves: what refused credentials are written down as. */
const names = new Set(['use_session', 'use_mcp_token']);

/** Remembers what operations there are, as they are declared. */
export function noteAction(name: string): void {
  names.add(name);
}

/** The name of an operation that there is: a list asked for any other would be empty, as if nobody had called it. */
export const ActionName = z
  .string()
  .trim()
  .min(1)
  .max(nameMax)
  .superRefine((name, issues) => {
    if (names.has(name)) return;
    const near = nearestOf(name, [...names], nearestMax).join(', ');
    issues.addIssue({ code: 'custom', message: `There is no such action. Write one such as ${near}.` });
  });
