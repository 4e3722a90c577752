import { createHash } from 'node:crypto';
import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { type BusinessError, notFound, refusal, validationFailed } from '../../../operation/errors.ts';
import { fault, missing, sentenceOf } from '../../../operation/fault.ts';
import { type Context, operation, type Outside } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import type { ReadOptions } from '../../../statement/options.ts';
import type { Problem } from '../../../statement/problem.ts';
import type { KeyedFile, KeyedLine, KeyedStatement } from '../../../statement/read-keyed.ts';
import { Id, Name } from '../../../wire/index.ts';
import {
  type BankAccountRecord,
  bankAccounts,
  type ImportOptions,
  importOptionFields,
} from '../accounts/bank-account.ts';
import { rememberOptions } from '../accounts/remember-options.ts';
import { bankImports } from './bank-import.ts';
import { explainLines, type Explanation } from './explain-lines.ts';
import { importResult, ImportResult } from './import-result.ts';
import { KnownLines, loadKnownLines } from './known-lines.ts';
import { type PlannedLine, planStatement } from './plan-statement.ts';
import { daysOf, digestOf, type PlannedStatement } from './planned-statement.ts';
import { type Routed, routeStatements } from './route-statements.ts';
import { writeStatement } from './write-import.ts';

const fileBytesMax = 25 * 1024 * 1024;
const base64LengthMax = Math.ceil(fileBytesMax / 3) * 4;
/** A file in Base64, and what JSON adds to it. */
const bodyMaxBytes = base64LengthMax + 1_000_000;
const accountsMax = 500;

const statementUnreadable = refusal(
  'bank_statement_unreadable',
  422,
  'The file is no statement that can be read.',
  'See `reason`. Export camt.053, MT940, OFX or CSV from the bank, and send the file as it is.',
);
const statementUnclear = refusal(
  'bank_statement_unclear',
  422,
  'The file can be read in more than one way.',
  'Answer `questions` with `date_format`, `number_format`, `signs` or `mapping`, or name the `bank_account_id`.',
);
const statementOfOthers = refusal(
  'bank_statement_of_others',
  422,
  'The file names no bank account that you have.',
  'Create the bank account with its IBAN or number, or send its `bank_account_id`. `left_out` has what the file names.',
);

const importOptionNames = ['mapping', 'date_format', 'number_format', 'encoding', 'signs'] as const;

const Input = z.strictObject({
  bank_account_id: Id('bank_account')
    .optional()
    .describe('Default: the account that the file names by IBAN or number, or your only one.'),
  content: z.string().min(1).max(fileBytesMax).optional().describe('The text of the file.'),
  content_base64: z
    .base64()
    .min(1)
    .max(base64LengthMax)
    .optional()
    .describe('The raw file in Base64, in any encoding, or a ZIP of several; instead of `content`.'),
  filename: Name.optional(),
  ...importOptionFields,
});
type Input = z.output<typeof Input>;

type Prepared = { readonly sha256: string; readonly file: KeyedFile };

export const importBankStatement = operation({
  name: 'import_bank_statement',
  summary: 'Import a bank file: camt.052/053/054, MT940, OFX, QFX, QIF, CSV, or a ZIP of these.',
  guidance:
    'Nothing is posted. Lines that an earlier file had are known again, so files may overlap. ' +
    'Preview it first: the answer says what is new, known, replaced and refused.',
  http: 'POST /bank-statements/import',
  effect: 'write',
  permission: 'bank:write',
  mcp: 'action',
  cost: 10,
  bodyMaxBytes,
  undo: undoneBy('delete_bank_import'),
  input: Input,
  output: ImportResult,
  refuses: [validationFailed, notFound, statementUnreadable, statementUnclear, statementOfOthers],
  unaudited: ['content', 'content_base64', 'lines', 'problems'],
  emits: [bankImports.events.created, bankAccounts.events.updated],
  prepare: readFile,
  async run(context, input, { sha256, file }: Prepared) {
    const accounts = await lockAccounts(context, input.bank_account_id);
    const chosen = chosenOf(accounts, input);
    const pointer = pointerOf(input);
    const { statements, problems } = readable(file, pointer);
    const { routed, leftOut } = routeStatements(statements, accounts, chosen);
    if (routed.length === 0) {
      throw statementOfOthers({
        left_out: leftOut.slice(0, 20).map(({ statement, reason }) => ({
          reason,
          account: statement.account.iban ?? statement.account.number,
          currency: statement.account.currency,
        })),
      });
    }
    const isExplaining = ({ statement }: Routed) => statement.kind === 'explanation';
    const explaining = routed.filter(isExplaining);
    const booking = routed.filter((one) => !isExplaining(one));
    for (const { statement } of booking) refuseHuge(statement, pointer);
    const planned = await planFile(context, booking);
    const record = await bankImports.create(context, context.newId(), {
      filename: input.filename,
      sha256,
      ...countsOf(planned, problems),
    });
    for (const one of planned) await writeStatement(context, record.id, one);
    const explained = await explainLines(context, record.id, { routed, explaining, planned });
    await rememberOptions(context, routed[0]?.account, givenOptions(input));
    const warnings = [...reusedIn(planned), ...unclearIn(explained.explanations)];
    return importResult(context, { record, planned, explained, leftOut, problems: [...problems, ...warnings] });
  },
});

/** Reads the file before the transaction: the largest takes seconds. */
async function readFile(outside: Outside, input: Input): Promise<Prepared> {
  const bytes = bytesIn(input);
  const organization = outside.actor.organization;
  if (outside.readStatement === undefined || organization === undefined)
    throw new Error('no files of banks are read here');
  const account = await outside.read({ organization: organization.id }, (db) =>
    db.maybe<{ currency: string; import_options: ImportOptions | null }>(sql`
      select currency, import_options from bank_accounts
      where organization_id = ${organization.id} and archived_at is null
        and (${input.bank_account_id ?? null}::uuid is null or id = ${input.bank_account_id ?? null}::uuid)
        and (${input.bank_account_id ?? null}::uuid is not null or (select count(*) from bank_accounts as other
          where other.organization_id = ${organization.id} and other.archived_at is null) = 1)
      limit 1`),
  );
  const file = await outside.readStatement(
    {
      bytes,
      given: { ...readOptions(givenOptions(input)), timeZone: organization.timezone, ...currencyOf(account) },
      remembered: readOptions(account?.import_options ?? {}),
    },
    { organization: organization.id, signal: outside.signal },
  );
  return { sha256: createHash('sha256').update(bytes).digest('hex'), file };
}

function currencyOf(account: { readonly currency: string } | undefined): ReadOptions {
  return account === undefined ? {} : { currency: account.currency };
}

function bytesIn({ content, content_base64: coded }: Input): Buffer {
  if (content !== undefined && coded !== undefined) {
    throw fault('/content_base64', 'not_wanted', 'Send `content` or `content_base64`, not both.');
  }
  if (content !== undefined) return Buffer.from(content, 'utf8');
  if (coded !== undefined) return Buffer.from(coded, 'base64');
  throw fault('/content_base64', 'required', 'Send the file as `content_base64`, or its text as `content`.');
}

/** The field that the file came in. */
function pointerOf({ content }: Input): string {
  return content === undefined ? '/content_base64' : '/content';
}

function givenOptions(input: Input): ImportOptions {
  const given = importOptionNames.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]] as const]));
  return Object.fromEntries(given);
}

function readOptions({ mapping, date_format, number_format, encoding, signs }: ImportOptions): ReadOptions {
  const options: ReadOptions = { mapping, dateFormat: date_format, numberFormat: number_format, encoding, signs };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function readable(file: KeyedFile, pointer: string): Exclude<KeyedFile, { fault: unknown }> {
  if ('fault' in file) throw unreadable(pointer, file.fault);
  const questions = file.problems.filter(({ weight }) => weight === 'question');
  if (questions.length > 0) throw statementUnclear({ questions, detail: sentence(questions[0]?.message ?? '') });
  if (file.statements.length === 0) {
    throw unreadable(pointer, file.problems[0] ?? { code: 'not_a_statement', message: '', place: null });
  }
  return file;
}

type Fault = { readonly code: string; readonly message: string; readonly place: string | null };

function unreadable(pointer: string, { code, message, place }: Fault): BusinessError {
  const detail = sentence(message);
  return statementUnreadable({ reason: code, detail, errors: [{ pointer, code, message: detail, place }] });
}

function sentence(text: string): string {
  return text === '' ? 'There is no statement in the file.' : sentenceOf(text);
}

/** The accounts that the file may be of, locked: two files of one account are compared one after the other. */
async function lockAccounts(context: Context, id: string | undefined): Promise<BankAccountRecord[]> {
  const { db, organization } = context;
  const rows = await db.many<object>(sql`
    select ${bankAccounts.columns} from bank_accounts where organization_id = ${organization}
      and (${id ?? null}::uuid is null and archived_at is null or id = ${id ?? null}::uuid)
    order by id limit ${accountsMax} for no key update of bank_accounts`);
  return rows.map((row) => bankAccounts.toRecord(context, row));
}

function chosenOf(
  accounts: readonly BankAccountRecord[],
  { bank_account_id: id }: Input,
): BankAccountRecord | undefined {
  if (id === undefined) return undefined;
  const [chosen] = accounts;
  if (chosen === undefined) throw missing('/bank_account_id', 'bank account');
  if (chosen.archived_at !== null) throw fault('/bank_account_id', 'archived', 'The bank account is archived.');
  return chosen;
}

async function planFile(context: Context, routed: readonly Routed[]): Promise<PlannedStatement[]> {
  const byAccount = Map.groupBy(routed, ({ account }) => account.id);
  const known = new Map<string, KnownLines>();
  const digests = new Set<string>();
  for (const [account, ones] of byAccount) {
    const statements = ones.map(({ statement }) => statement);
    const [found, there] = await Promise.all([
      loadKnownLines(context, account, statements),
      knownDigests(context, account),
    ]);
    known.set(account, new KnownLines(found));
    for (const digest of there) digests.add(`${account} ${digest}`);
  }
  return routed.flatMap(({ statement, account }, index): PlannedStatement[] => {
    const lines = known.get(account.id);
    if (lines === undefined) return [];
    const digest = digestOf(statement);
    const isKnown = digests.has(`${account.id} ${digest}`);
    digests.add(`${account.id} ${digest}`);
    const planned = isKnown ? statement.lines.map(knownLine) : planStatement(statement, lines, context.newId);
    const counted = planned.filter(({ verdict, keyed }) => keyed.key.status === 'booked' && verdict !== 'withdraws');
    return [
      {
        id: isKnown ? null : context.newId(),
        position: index + 1,
        account,
        statement,
        digest,
        ...daysOf(statement, context.today),
        booked: counted.reduce((sum, { verdict, keyed }) => sum + (verdict === 'ignored' ? 0n : keyed.change), 0n),
        lines: planned,
      },
    ];
  });
}

/** In minor units. Differences of such sums are within the range of the database. */
const sumMax = 10n ** 18n;

function refuseHuge({ opening, closing, lines }: KeyedStatement, pointer: string): void {
  const size = (minor: bigint) => (minor < 0n ? -minor : minor);
  const moved = lines.reduce((sum, { line, change }) => sum + size(line.amount.minor) + size(change), 0n);
  const sums = [moved, size(opening?.amount.minor ?? 0n), size(closing?.amount.minor ?? 0n)];
  if (sums.every((sum) => sum <= sumMax)) return;
  throw unreadable(pointer, { code: 'wrong_amount', message: 'an amount is too large to be money', place: null });
}

function knownLine(keyed: KeyedLine): PlannedLine {
  return { keyed, verdict: 'known', id: null, ends: null, isReferenceReused: false };
}

async function knownDigests({ db, organization }: Context, account: string): Promise<string[]> {
  const rows = await db.many<{ digest: string }>(sql`
    select digest from bank_statements where organization_id = ${organization} and bank_account_id = ${account}`);
  return rows.map(({ digest }) => digest);
}

function countsOf(planned: readonly PlannedStatement[], problems: readonly Problem[]) {
  const lines = planned.flatMap((one) => one.lines);
  const count = (wanted: string) => lines.filter(({ verdict }) => verdict === wanted).length;
  return {
    lines_read: lines.length,
    lines_new: count('new'),
    lines_known: count('known'),
    lines_replaced: count('replaces'),
    lines_withdrawn: count('withdraws'),
    lines_refused: problems.filter(({ weight }) => weight === 'refused').length,
  };
}

function unclearIn(explanations: readonly Explanation[]): ImportResult['problems'] {
  return explanations
    .filter(({ verdict }) => verdict === 'unclear')
    .map(({ line: { place } }) => ({
      weight: 'warning',
      code: 'explanation_unclear',
      message: 'several lines have this amount, and nothing says which of them it explains',
      place,
    }));
}

/** Some banks use an id again: both lines are kept, and somebody should look. */
function reusedIn(planned: readonly PlannedStatement[]): ImportResult['problems'] {
  const reused = planned.flatMap(({ lines }) => lines.filter(({ isReferenceReused }) => isReferenceReused));
  return reused.map(({ keyed: { line } }) => ({
    weight: 'warning',
    code: 'reference_reused',
    message: `the bank used the reference ${line.bankReference ?? ''} before, for another amount or day`,
    place: line.place,
  }));
}
