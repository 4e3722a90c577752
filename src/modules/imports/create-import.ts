import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { type Actor, actorStamp } from '../../operation/actor.ts';
import { forbidden, insufficientScope, limitExceeded, validationFailed } from '../../operation/errors.ts';
import { lacking } from '../../operation/lacking.ts';
import { enqueue } from '../../operation/jobs.ts';
import { type Context, operation, type Outside } from '../../operation/operation.ts';
import { Name } from '../../wire/index.ts';
import { mayBePercent } from './check-cells.ts';
import { controlTotals } from './control-totals.ts';
import { type Kind, kinds } from './fields.ts';
import {
  ambiguousDiscount,
  bodyMaxBytes,
  FieldTexts,
  defaultsHint,
  mappingHint,
  fileInput,
  refuseOfSalesOnly,
  statedFormats,
  wholeFiles,
} from './file-input.ts';
import {
  fileUnreadable,
  Import,
  importColumns,
  importCompleted,
  importCreated,
  importRecord,
  type ImportRow,
} from './import.ts';
import { openingTotals } from './opening-totals.ts';
import { columnsOf, type Mapping, mappingFor } from './mapping.ts';
import { formatsOf } from './formats.ts';
import { footersOf } from './footers.ts';
import { ignoredColumns } from './ignored.ts';
import { sentIn } from './sent-files.ts';
import { columnsIn, readTables, recordsIn } from './records.ts';

const recordsMax = 50_000;
/** Of one organisation: those of others wait behind them. */
const unfinishedMax = 50;

const NewImport = z.strictObject({
  kind: z
    .enum(kinds)
    .describe('Moving in: accounts, clients, products, sales, bills, payments, then opening_balances.'),
  ...fileInput,
  filename: Name.optional(),
  mapping: FieldTexts.optional().describe(mappingHint),
  defaults: FieldTexts.optional().describe(defaultsHint),
  ...statedFormats,
  stock: z
    .enum(['issue', 'none'])
    .optional()
    .describe('For sales, whether goods are deducted from stock. Default: no stock movements.'),
  is_trial: z.boolean().default(false).describe('Dry run: validates every row and imports none.'),
});
type NewImport = z.output<typeof NewImport>;

export const createImport = operation({
  name: 'create_import',
  summary: 'Create an import of clients, products, sales, bills or other records from CSV.',
  guidance:
    'Runs in the background. See inspect_import for `mapping`. Send `is_trial` first, and check `ignored`, ' +
    '`formats`, `totals` and `sums` in the result.',
  http: 'POST /imports',
  effect: 'write',
  permission: 'data:import',
  mcp: 'action',
  creates: true,
  cancelledBy: 'cancel_import',
  // Rows may say that suppliers were paid.
  paysOut: true,
  amount: 'later',
  keyRequired: true,
  bodyMaxBytes,
  // Reading the largest file takes a second.
  cost: 100,
  noUndo: 'many',
  input: NewImport,
  output: Import,
  refuses: [validationFailed, fileUnreadable, limitExceeded, forbidden, insufficientScope],
  unaudited: wholeFiles,
  // The second once its work is done.
  emits: [importCreated, importCompleted],
  prepare: readFile,
  async run(context, input, file: ReadFile) {
    const { kind, defaults = {} } = input;
    const { files, reading, mapping, formats, records, ignored, footers } = file;
    const total = records.length;
    const totals = kind === 'opening_balances' ? await openingTotals(context, records) : file.totals;
    const { db, organization, actor, now } = context;
    await refuseTooMany(context);
    const id = context.newId();
    const stamp = JSON.stringify(actorStamp(actor));
    const row = db.one<ImportRow>(sql`
      insert into imports (organization_id, id, kind, is_trial, filename, mapping, defaults, formats, ignored, totals,
        reading, footers, stock, total, member_id,
        user_id, permissions, created_at, updated_at, created_by, updated_by)
      values (${organization}, ${id}, ${kind}, ${input.is_trial}, ${input.filename ?? null},
        ${JSON.stringify(mapping)}, ${JSON.stringify(defaults)}, ${JSON.stringify(formats)}, ${JSON.stringify(ignored)},
        ${totals && JSON.stringify(totals)}, ${JSON.stringify(reading)}, ${JSON.stringify(footers)},
        ${kind === 'sales' ? (input.stock ?? 'none') : null}, ${total}, ${actor.memberId}, ${actor.userId},
        ${[...actor.permissions]}::text[], ${now}, ${now}, ${stamp}, ${stamp})
      returning ${importColumns}`);
    for (const [part, content] of Object.entries(files)) {
      if (content === undefined) continue;
      db.later(sql`insert into import_files (organization_id, import_id, part, content)
        values (${organization}, ${id}, ${part}, ${content})`);
    }
    enqueue(context, { kind: 'run_import', payload: { import_id: id } });
    const record = importRecord(await row);
    context.emit(importCreated(record));
    return record;
  },
});

type ReadFile = Awaited<ReturnType<typeof readFile>>;

/** Reads the file before the transaction: the largest takes seconds. */
async function readFile({ actor }: Pick<Outside, 'actor'>, input: NewImport) {
  const { kind, defaults = {} } = input;
  const { files, reading } = sentIn(input);
  refuseOfSalesOnly(input);
  const tables = await readTables(files, reading);
  const sources = tables.heads === undefined ? [tables.rows] : [tables.rows, tables.heads];
  const mapping = mappingFor(input, sources);
  needPermissions(actor, kind, mapping);
  const { formats, errors } = await formatsOf(await columnsIn(sources, mapping), { mapping, stated: input });
  if (errors[0] !== undefined) throw validationFailed({ errors, hint: errors[0].message });
  const records = await recordsIn(tables, { kind, mapping, defaults, formats });
  if (records.length > recordsMax) throw limitExceeded({ max: recordsMax });
  const isGuessed = input.mapping?.['discount_fraction'] === undefined;
  if (isGuessed && mayBePercent(records)) throw validationFailed(ambiguousDiscount(mapping));
  const ignored = ignoredColumns(kind, columnsOf(sources), mapping);
  const totals = await controlTotals(kind, records);
  const footers = await footersOf(sources, { kind, mapping, formats });
  return { files, reading, mapping, formats, records, ignored, totals, footers };
}

const needs: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = {
  clients: { kind: ['clients:write'] },
  product_categories: { name: ['products:manage'] },
  products: { name: ['products:write'], stock: ['stock:write'] },
  price_lists: { list: ['products:manage'] },
  sales: {
    sale: ['sales:confirm'],
    payment_method: ['payments:write'],
    amount_paid: ['payments:write'],
    amount_due: ['payments:write'],
    paid_on: ['payments:write'],
  },
  payments: { kind: ['payments:write'] },
  bill_payments: { kind: ['expenses:manage'] },
  journal: { kind: ['ledger:write', 'ledger:read'] },
  accounts: { code: ['ledger:manage', 'ledger:read'] },
  opening_balances: { kind: ['ledger:write', 'ledger:read', 'reports:read'] },
  bills: { bill: ['expenses:write', 'expenses:manage', 'expenses:approve'] },
  exchange_rates: { rate: ['ledger:manage'] },
};

/** Told at once, rather than with every row. */
function needPermissions(actor: Actor, kind: Kind, mapping: Mapping): void {
  const isWanted = (field: string) => field === 'kind' || field in mapping;
  const wanted = Object.entries(needs[kind]).flatMap(([field, names]) => (isWanted(field) ? names : []));
  const missing = wanted.find((name) => !actor.permissions.has(name));
  if (missing !== undefined) throw lacking(actor, missing);
}

async function refuseTooMany({ db, organization }: Context): Promise<void> {
  const { count } = await db.one<{ count: bigint }>(sql`
    select count(*) from imports where organization_id = ${organization} and state in ('queued', 'running')`);
  if (count < BigInt(unfinishedMax)) return;
  throw limitExceeded({
    max: unfinishedMax,
    hint: 'Wait for your imports to finish, or cancel some with cancel_import.',
  });
}
