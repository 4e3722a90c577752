/** What mails about documents say unless they are told otherwise, in one language, with placeholders. */
export type MailWords = {
  readonly greeting: string;
  readonly quote: string;
  readonly invoice: string;
  /** Of documents of any other type. */
  readonly other: string;
  /** In front of the link. */
  readonly view: string;
  readonly closing: string;
};
