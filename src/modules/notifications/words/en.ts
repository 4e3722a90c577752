import type { NoticeWords } from './notice-words.ts';

/** Titles stand where the events are declared. */
export const en: NoticeWords = {
  greeting: 'Hello {name},',
  choose: 'How you are told of what, you choose yourself: {url}',
  more: 'And {count} more.',
  together: 'What happened at {organization}',
  titles: {},
};
