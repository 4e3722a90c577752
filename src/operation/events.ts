import type { z } from 'zod';

/** `mail` and `digest` show it in the app as well, and send it at once or once a day; `off` does neither. */
export const deliveries = ['app', 'mail', 'digest', 'off'] as const;
export type Delivery = (typeof deliveries)[number];

/** That people are told of an event, and who. */
export type Notice = {
  readonly title: string;
  /** The field with the id of the record that it is about. `id` unless said. */
  readonly about?: string;
  /** The field by which people know that record, such as its number. */
  readonly called?: string;
  /** Everybody who may see the record, unless said; or only whom the event names. */
  readonly to?: 'readers' | 'named';
  /** The permission that readers need too, where only some of them can do anything about it. */
  readonly needs?: string;
  /** The field that names somebody who is told of it whatever their role. */
  readonly names?: 'member_id' | 'created_by' | 'submitted_by';
  /** Not for the person who did it, who knows already. */
  readonly others?: true;
  /** The page on which something can be done about it. */
  readonly page?: 'approvals' | 'documents';
  /** What the mail says besides, where its reader has to know more to do something. */
  readonly mailed?: Mailed;
  /** For who has not chosen. In the app unless said. */
  readonly delivery?: Delivery;
};

/** Paragraphs about what happened, for its reader. `at`: RFC 3339. */
export type Mailed = (
  happened: { readonly data: unknown; readonly at: string },
  reader: { readonly language: string; readonly timezone: string; readonly publicUrl: string },
) => readonly string[];

export type EventKind = { readonly type: string; readonly data: z.ZodType; readonly notice?: Notice | undefined };
export type Emitted = { readonly type: string; readonly data: unknown };

/**
 * Declares a domain event. Calling the result builds one, so that no event name is ever typed twice. With a notice,
 * people are told when it happens.
 */
export function event<Data extends z.ZodType>(
  type: string,
  data: Data,
  notice?: Notice,
): EventKind & ((value: z.output<Data>) => Emitted) {
  return Object.assign((value: z.output<Data>) => ({ type, data: value }), { type, data, notice });
}
