import { messagesOf } from '../../messages/index.ts';
import type { PauseReason } from './schedules/schedule.ts';

/** Why the service paused a schedule, for people. */
export function pauseSentence(language: string, reason: PauseReason | null): string {
  const words = messagesOf(language, 'report_mail');
  return reason === null ? words.paused : words.reasons[reason];
}
