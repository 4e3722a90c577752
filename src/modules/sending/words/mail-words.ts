/** What mails about documents say unless they are told otherwise, in one language, with placeholders. */
export type MailMessages = {
  readonly greeting: string;
  readonly quote: string;
  readonly invoice: string;
  /** Of documents of any other type. */
  readonly other: string;
  /** What a reminder is called in front of what it is about. */
  readonly reminder: string;
  readonly dueSoon: string;
  readonly overdue: string;
  readonly paidMeanwhile: string;
  /** In front of the link. */
  readonly view: string;
  readonly closing: string;
};
