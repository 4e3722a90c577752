/** Words of the page around a document, in one language. `{…}` stands for what is filled in. */
export type PageMessages = {
  readonly answer: string;
  readonly accept: string;
  readonly decline: string;
  /** `{total}` */
  readonly agreement: string;
  readonly name: string;
  readonly nameMissing: string;
  readonly reason: string;
  /** `{day}` */
  readonly accepted: string;
  /** `{name}`, `{day}` */
  readonly acceptedBy: string;
  /** `{day}` */
  readonly declined: string;
  /** `{name}`, `{day}` */
  readonly declinedBy: string;
  /** `{day}`, `{seller}` */
  readonly expired: string;
  readonly cancelled: string;
  readonly paid: string;
  /** `{day}` */
  readonly overdue: string;
  readonly download: string;
  readonly attachments: string;
  readonly questions: string;
  readonly gone: string;
  readonly goneHint: string;
  readonly stale: string;
  readonly busy: string;
  readonly broken: string;
  readonly problem: string;
};
