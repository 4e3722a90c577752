/** Words of an invite, in its mail and on its page, in one language. `{…}` stands for what is filled in. */
export type InviteMessages = {
  /** `{inviter}`, `{organization}` */
  readonly subject: string;
  readonly greeting: string;
  /** `{inviter}`, `{organization}` */
  readonly invites: string;
  readonly look: string;
  /** `{day}` */
  readonly until: string;
  readonly ignore: string;
  /** `{organization}` */
  readonly title: string;
  readonly address: string;
  readonly role: string;
  readonly ends: string;
  readonly password: string;
  readonly passwordHint: string;
  readonly accept: string;
  readonly decline: string;
  readonly wrongPassword: string;
  readonly weakPassword: string;
  /** `{organization}` */
  readonly already: string;
  /** `{organization}` */
  readonly joined: string;
  /** `{email}` */
  readonly joinedHint: string;
  readonly declined: string;
  /** What the roles that every organisation has are called. */
  readonly roles: Readonly<Record<string, string>>;
};
