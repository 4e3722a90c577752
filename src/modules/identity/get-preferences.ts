import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { OwnPreferences, readPreferences } from './own-preferences.ts';

export const getPreferences = operation({
  name: 'get_preferences',
  summary: 'Get your preferences, as your programs keep them.',
  http: 'GET /auth/me/preferences',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({}),
  output: OwnPreferences,
  run: ({ db, actor }) => readPreferences(db, actor.userId),
});
