/** What people are told of, in one language. `{…}` stands for what is filled in. */
export type NoticeMessages = {
  /** `{name}` */
  readonly greeting: string;
  /** `{url}` */
  readonly choose: string;
  /** `{count}`, of what has no room in a daily mail. */
  readonly more: string;
  /** `{organization}`, the subject of a daily mail. */
  readonly together: string;
  /** What happened, by the type of the event. */
  readonly titles: Readonly<Record<string, string>>;
};
