import { knownWord } from './known-word.ts';

/** Beside operations, which declare themselves: what refused credentials are written down as. */
const names = new Set(['use_session', 'use_mcp_token', 'use_api_key', 'use_connected_app']);

/** Remembers what operations there are, as they are declared. */
export function noteAction(name: string): void {
  names.add(name);
}

/** The name of an operation that there is. */
export const ActionName = knownWord('action', () => names);
