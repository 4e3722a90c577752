import { z } from 'zod';
import { formatDecimal } from '../../../core/decimal.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { type Change, changesBetween } from '../../../operation/history.ts';
import type { Context, WriteOutcome } from '../../../operation/operation.ts';
import { Day } from '../../../wire/index.ts';
import { RequestedValue } from '../approvals/asked.ts';
import { isUndoable } from '../undo/mcp-write.ts';
import { planOf } from './plan.ts';
import { planTicket } from './plan-ticket.ts';

const Posting = z.object({
  date: Day,
  account_code: z.string(),
  account: z.string(),
  side: z.enum(['debit', 'credit']),
  amount: z.string(),
  currency: z.string(),
});
const Movement = z.object({
  item: z.string(),
  location: z.string(),
  type: z.string(),
  quantity: z.string(),
  value: z.string().nullable(),
});

/** One of several steps, as a person who approves them reads it. */
const PreviewedStep = z.object({
  action: z.string(),
  sentences: z.array(z.string()),
  asked: z.array(RequestedValue),
});

/** Effect of a write, in figures and in sentences. */
export const Preview = z.object({
  sentences: z.array(z.string()),
  asked: z.array(RequestedValue).describe('The input with the names of its records; in approvals only.').optional(),
  steps: z.array(PreviewedStep).describe('Each step of several; in approvals only.').optional(),
  result: z.record(z.string(), z.unknown()).describe('The result that the action would return.'),
  journal: z.array(Posting).nullable().describe('Null without permission to see the ledger.'),
  stock: z.array(Movement),
  mails: z.int().describe('How many e-mails would be sent.'),
});
export type Preview = z.output<typeof Preview>;

/** `plan` is the same for the same effect; `ticket` is that plan as this preview gives it out, to be used once. */
export type Previewed = {
  readonly preview: Preview;
  readonly plan: Buffer;
  readonly ticket: Buffer;
  /** Of each step of several: what it does. */
  readonly steps: readonly StepEffect[];
};
type StepEffect = { readonly action: string; readonly sentences: readonly string[] };

const quantityDecimals = 5;
const mailJobs = /mail/;
const sentencesMax = 40;

/** Reads what a write did, while it can still be taken back. */
export async function previewOf(context: Context, outcome: WriteOutcome): Promise<Previewed> {
  const figures = await figuresOf(context, outcome);
  const steps = outcome.operation.steps === true ? await stepsIn(context, outcome.parts) : [];
  const { journal, stock } = figures;
  const plan = planOf(outcome, { journal, stock }, context.today);
  const told =
    steps.length === 0 ? sentencesOf(outcome, figures) : [outcome.operation.summary, ...steps.flatMap(inSteps)];
  return {
    plan,
    ticket: planTicket(plan, context.newId()),
    preview: { sentences: firstSentences(told, sentencesMax + steps.length), ...figures },
    steps,
  };
}

async function figuresOf(context: Context, outcome: WriteOutcome): Promise<Figures> {
  const [journal, stock] = await Promise.all([postingsOf(context, outcome), movementsOf(context, outcome)]);
  const mails = outcome.jobs.filter((kind) => mailJobs.test(kind)).length;
  const { secretInput = [] } = outcome.operation;
  const output = typeof outcome.output === 'object' && outcome.output !== null ? outcome.output : {};
  const result = Object.fromEntries(Object.entries(output).filter(([key]) => !secretInput.includes(key)));
  return { result, journal, stock, mails };
}

const sentencesOfStepMax = 8;

/** One after the other: they share a connection. */
async function stepsIn(context: Context, parts: readonly WriteOutcome[]): Promise<StepEffect[]> {
  const steps: StepEffect[] = [];
  for (const part of parts) {
    const sentences = sentencesOf(part, await figuresOf(context, part));
    const back = isUndoable(part) ? [] : ['Cannot be undone by one call.'];
    steps.push({
      action: part.operation.name,
      sentences: [...firstSentences(sentences, sentencesOfStepMax), ...back],
    });
  }
  return steps;
}

function inSteps({ action, sentences }: StepEffect, index: number): string[] {
  return sentences.map((sentence) => `Step ${index + 1}, ${action}: ${sentence}`);
}

/** The first sentences, and where there are more, how many. */
export function firstSentences(sentences: readonly string[], most: number): string[] {
  if (sentences.length <= most) return [...sentences];
  return [...sentences.slice(0, most), `And ${sentences.length - most} more; the approval shows the figures.`];
}

/** The preview as far as its reader may see it: the books, and what things cost, are not for everybody. */
export function previewFor(permissions: ReadonlySet<string>, preview: Preview): Preview {
  const [books, costs] = [permissions.has('ledger:read'), permissions.has('costs:read')];
  if (books && costs) return preview;
  const journal = books && costs ? preview.journal : null;
  const stock = costs ? preview.stock : preview.stock.map((movement) => ({ ...movement, value: null }));
  const seen = (all: readonly string[]) => all.filter((sentence) => books || !posted.test(sentence));
  const steps = preview.steps?.map((step) => ({ ...step, sentences: seen(step.sentences) }));
  const whole = { ...preview, sentences: seen(preview.sentences), journal, stock };
  return steps === undefined ? whole : { ...whole, steps };
}

async function postingsOf(
  { db, organization, actor }: Context,
  { ids }: WriteOutcome,
): Promise<z.output<typeof Posting>[]> {
  const rows = await db.many<{ date: string; account_code: string; account: string; minor: bigint }>(sql`
    select line.entry_date as date, account.code as account_code, account.name as account, line.amount as minor
    from report_lines as line
      join report_accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
    where line.organization_id = ${organization} and line.entry_id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], line.entry_id), line.position`);
  const currency = actor.organization?.baseCurrency ?? '';
  return rows.map(({ minor, ...row }) => ({
    ...row,
    side: minor > 0n ? 'debit' : 'credit',
    amount: formatMoney(money(minor < 0n ? -minor : minor, currency)),
    currency,
  }));
}

async function movementsOf(
  { db, organization, actor }: Context,
  { ids }: WriteOutcome,
): Promise<z.output<typeof Movement>[]> {
  const rows = await db.many<{ item: string; location: string; type: string; moved: bigint; minor: bigint }>(sql`
    select coalesce(variant.sku, variant.product_name) as item, location.name as location, movement.type,
      movement.quantity as moved, movement.value as minor
    from report_stock_movements as movement
      join report_variants as variant on variant.organization_id = movement.organization_id
        and variant.variant_id = movement.variant_id
      join report_locations as location on location.organization_id = movement.organization_id
        and location.id = movement.location_id
    where movement.organization_id = ${organization} and movement.id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], movement.id)`);
  const currency = actor.organization?.baseCurrency ?? '';
  return rows.map(({ moved, minor, ...row }) => ({
    ...row,
    quantity: formatDecimal(moved, quantityDecimals, 0),
    value: formatMoney(money(minor, currency)),
  }));
}

const posting = 'Posts ';
const posted = /^(?:Step \d+, \w+: )?Posts /;

type Figures = Pick<Preview, 'result' | 'journal' | 'stock' | 'mails'>;

function sentencesOf(outcome: WriteOutcome, { result, journal, stock, mails }: Figures): string[] {
  const changes = changesBetween(outcome.before, result)
    .filter(({ field }) => isFieldOf(outcome.before, field))
    .flatMap(oneByOne)
    .map(({ field, before, after }) => `Changes ${field} from ${short(before)} to ${short(after)}.`);
  const posts = (journal ?? []).map(
    ({ date, side, account_code: code, account, amount, currency }) =>
      `${posting}${amount} ${currency} to the ${side} of ${code} ${account} on ${date}.`,
  );
  const moves = stock.map(
    ({ quantity, item, location, type }) => `Moves ${quantity} of ${item} at ${location} (${type}).`,
  );
  const sends = mails === 0 ? [] : [mails === 1 ? 'Sends one e-mail.' : `Sends ${mails} mails.`];
  return [outcome.operation.summary, ...changes, ...posts, ...moves, ...sends];
}

/** True for a field of the record; an answer may hold others, such as the second record of a merge. */
function isFieldOf(record: unknown, field: string): boolean {
  return typeof record === 'object' && record !== null && Object.hasOwn(record, field);
}

/** A field of several parts as a change of each, such as the IBAN of a bank account. */
function oneByOne(change: Change): Change[] {
  const [before, after] = [partsOf(change.before), partsOf(change.after)];
  if (before === undefined || after === undefined) return [change];
  const parts = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...parts]
    .map((part) => ({ field: `${change.field}.${part}`, before: before[part] ?? null, after: after[part] ?? null }))
    .filter(({ before: old, after: now }) => JSON.stringify(old) !== JSON.stringify(now));
}

function partsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (value === null) return {};
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : undefined;
}

const shortMax = 200;

function short(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').slice(0, shortMax);
}
