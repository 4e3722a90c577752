import type { Messages } from '../../messages/index.ts';

/** A notification in one line. */
export function nameOf(title: string, label: string | null): string {
  return label === null ? title : `${title}: ${label}`;
}

/** Link to the notification settings. */
export function choiceLine({ choose }: Messages['notifications'], publicUrl: string): string {
  // Nothing around it, so that programs see where the address ends.
  return choose.replace('{url}', `${publicUrl}/notifications/preferences`);
}
