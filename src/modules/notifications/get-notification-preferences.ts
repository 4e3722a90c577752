import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { Preferences, preferencesOf } from './preferences.ts';

export const getNotificationPreferences = operation({
  name: 'get_notification_preferences',
  summary: 'Get your notification preferences: each type and how it is delivered.',
  http: 'GET /notification-preferences',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({}),
  output: Preferences,
  run: (context) => preferencesOf(context),
});
