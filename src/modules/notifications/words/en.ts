import type { NoticeMessages } from './notice-words.ts';

/** Titles stand where the events are declared. */
export const en: NoticeMessages = {
  greeting: 'Hello {name},',
  choose: 'Change your notification preferences: {url}',
  more: 'And {count} more.',
  together: 'What happened at {organization}',
  titles: {},
};
