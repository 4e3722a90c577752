import type { Messages } from '../signed-in/messages.ts';

type Status = keyof Messages['approvals']['statuses'];
type Stamp = { readonly id: string | null; readonly name: string };

type Asked = readonly { readonly field: string; readonly value: string; readonly name: string | null }[];

/** An approval as its operation answers it. */
export type Approval = {
  readonly id: string;
  readonly status: Status;
  readonly action: string;
  readonly reason: keyof Messages['approvals']['reasons'];
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly preview: {
    readonly sentences: readonly string[];
    readonly asked?: Asked;
    /** Of each step of several. */
    readonly steps?: readonly {
      readonly action: string;
      readonly sentences: readonly string[];
      readonly asked: Asked;
    }[];
    readonly result: Readonly<Record<string, unknown>>;
    readonly journal: readonly Posting[] | null;
    readonly stock: readonly Movement[];
    readonly mails: number;
  };
  readonly token_id: string;
  readonly client: string | null;
  readonly expires_at: string;
  readonly decided_at: string | null;
  readonly decided_by: Stamp | null;
  readonly note: string | null;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly problem: Readonly<Record<string, unknown>> | null;
  readonly created_at: string;
  readonly created_by: Stamp;
};

export type Posting = {
  readonly date: string;
  readonly account_code: string;
  readonly account: string;
  readonly side: 'debit' | 'credit';
  readonly amount: string;
  readonly currency: string;
};

export type Movement = {
  readonly item: string;
  readonly location: string;
  readonly type: string;
  readonly quantity: string;
  readonly value: string | null;
};
