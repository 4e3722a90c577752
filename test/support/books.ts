import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Entry, entry, type EntryHeader, type EntryLine } from '../../src/core/entry.ts';
import { parseDecimal } from '../../src/core/decimal.ts';
import { moneyFrom } from '../../src/core/money.ts';
import { sql } from '../../src/db/sql.ts';
import { post } from '../../src/modules/ledger/index.ts';
import type { Actor } from '../../src/operation/actor.ts';
import { type Operation, operation } from '../../src/operation/operation.ts';
import { run } from '../../src/operation/run.ts';
import type { World } from './world.ts';

/** An entry as a test writes it: amounts by account code, debits positive. */
export type Booked = {
  readonly date: string;
  readonly memo?: string;
  readonly lines: readonly (Partial<EntryLine> & { readonly code: string; readonly sum: string })[];
  readonly header?: Partial<EntryHeader>;
};

/** Posts entries through the pipeline, all in one transaction, and answers their ids. */
export async function book(world: World, entries: readonly Booked[], as: Actor = world.ana): Promise<string[]> {
  const origin = { door: 'job', requestId: randomUUID() } as const;
  const { output } = await run(world.runtime, posting(entries), { actor: as, input: {}, origin });
  // The operation below answers ids.
  return (output as { ids: string[] }).ids;
}

function posting(entries: readonly Booked[]): Operation {
  return operation({
    name: 'post_entries',
    summary: 'Posts what a test says.',
    http: 'POST /tests/entries',
    effect: 'write',
    permission: 'signed_in',
    mcp: 'hidden',
    input: z.strictObject({}),
    output: z.object({ ids: z.array(z.string()) }),
    async run(context) {
      const rows = await context.db.many<{ code: string; id: string }>(sql`
        select code, id from accounts where organization_id = ${context.organization}`);
      const accounts = new Map(rows.map(({ code, id }) => [code, id]));
      const currency = context.actor.organization?.baseCurrency ?? '';
      const postings = entries.map((booked) => ({ id: context.newId(), entry: made(booked, accounts, currency) }));
      post(context, postings);
      return { ids: postings.map(({ id }) => id) };
    },
  });
}

function made(
  { date, memo = '', lines, header }: Booked,
  accounts: ReadonlyMap<string, string>,
  currency: string,
): Entry {
  const source = { type: 'sale', id: randomUUID() };
  return entry(
    { kind: 'system', date, memo, source, ...header },
    lines.map(({ code, sum, ...line }) => {
      const account = accounts.get(code);
      const decimal = parseDecimal(sum);
      const amount = decimal === undefined ? undefined : moneyFrom(decimal, currency);
      if (account === undefined || amount === undefined) throw new Error(`no line: ${sum} on ${code}`);
      return { ...line, account, amount: amount.minor };
    }),
  );
}

/** A sale on account: 1100 Receivable against 4000 Sales. */
export function soldOn(date: string, sum: string, memo = ''): Booked {
  return {
    date,
    memo,
    lines: [
      { code: '1100', sum },
      { code: '4000', sum: `-${sum}` },
    ],
  };
}
