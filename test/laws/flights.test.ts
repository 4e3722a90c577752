/** Round trips to the database are what a call costs, so each operation has a limit. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { everyCheck } from '../../src/modules/checks/index.ts';
import { openAccess } from '../../src/modules/identity/index.ts';
import { anonymous } from '../../src/operation/actor.ts';
import { run } from '../../src/operation/run.ts';
import { countFlights } from '../support/flights.ts';
import { circleIn, noteNumbers } from '../support/number-order.ts';
import { sampleOf } from '../support/samples.ts';
import { startSampledShops } from '../support/shop-service.ts';

const { service, shop } = await startSampledShops();
const { runtime } = service.app;
const ordersOfNumbers = await noteNumbers(service.owner);
const access = openAccess({ ...runtime, issuer: runtime.settings.publicUrl });

const limit = { read: 1, write: 5, destructive: 5 } as const;

const rangeFirst = 'Its range and basis may depend on how the organisation is set.';

/** Calls that may stop more often, how often, and why. */
const longer: Readonly<Record<string, readonly [flights: number, reason: string]>> = {
  check_books: [everyCheck.length + 3, 'Each check reads everything there is, one after another.'],
  keep_checks: [everyCheck.length + 6, 'The same, and keeps what it finds.'],
  get_business_overview: [3, 'What it shows of the best clients depends on who they are.'],
  export_client: [2, 'What refers to clients is read off the keys of the database, and then all of it at once.'],
  export_ledger: [4, 'It counts lines once it knows the chart or the fiscal year, and then pages through the entries.'],
  export_datev: [
    5,
    'It reads when the fiscal year begins, then the chart, counts lines, and pages through entries and whom they name.',
  ],
  export_fec: [
    5,
    'It reads when the fiscal year begins, then the chart, counts lines, and pages through entries and whom they name.',
  ],
  export_gobd: [
    5,
    'It reads when the fiscal year begins, then the chart, counts lines, and pages through entries and whom they name.',
  ],
  export_saft: [
    6,
    'It reads when the fiscal year begins, then the chart, counts lines, and pages through entries and whom they name.',
  ],
  get_accountant_books: [2, 'Whose they are, is known when their link has been looked up.'],
  get_accountant_file: [5, 'Whose it is, is known when its link has been looked up; then it is exported.'],
  get_report_link: [2, 'Whose it is, is known when its link has been looked up.'],
  get_report_link_file: [2, 'Whose it is, is known when its link has been looked up.'],
  get_report_subscription: [2, 'Whose it is, is known when its link has been looked up.'],
  reassign_dimensions: [6, 'Which schedules and assets have its lines is read when they are known, then the books.'],
  get_budget: [2, 'What its accounts are called is known when its lines are.'],
  get_budget_variance: [2, 'Its range depends on the months of the budget.'],
  get_general_ledger: [2, 'Whom entries name is read when the entries of the page are known.'],
  get_journal: [2, 'Whom entries name is read when the entries of the page are known.'],
  get_vat_settings: [2, 'The form follows from the country.'],
  update_vat_settings: [6, 'The form follows from the country, before and after.'],
  list_documents: [2, 'Its columns take longer to plan than to read, and are planned once: a page is found first.'],
  list_vat_returns: [3, 'Drafts among them are filled in from the books.'],
  list_vat_periods: [5, 'Periods follow from the settings, and drafts among them are filled in from the books.'],
  get_ec_sales_list: [2, 'Which sales are listed depends on the settings.'],
  get_oss_summary: [2, 'Its range is that of the return.'],
  list_vat_return_lines: [2, 'Its range is that of the return.'],
  get_vat_return: [5, 'A draft is filled in from the books, by its form, before it is shown.'],
  export_vat_return: [5, 'A draft is filled in from the books, by its form, before it is shown.'],
  create_vat_return: [10, 'A draft is filled in from the books, by its form, before it is shown.'],
  correct_vat_return: [10, 'A draft is filled in from the books, by its form, before it is shown.'],
  update_vat_return: [13, 'The return is filled in before the change, for the audit log, and after it.'],
  delete_vat_return: [8, 'The return is filled in before the change, for the audit log, and after it.'],
  file_vat_return: [16, 'The return is filled in before the change, for the audit log, and after it.'],
  settle_vat_return: [9, 'The return is filled in before the change, for the audit log, and after it.'],
  unsettle_vat_return: [11, 'The return is filled in before the change, for the audit log, and after it.'],
  pay_vat_return: [7, 'The return is filled in before the change, for the audit log, and after it.'],
  void_vat_payment: [12, 'The return is filled in before the change, for the audit log, and after it.'],
  spread_sale: [6, 'It reads the line that is spread, and then makes a schedule of it.'],
  spread_expense: [6, 'It reads the line that is spread, and then makes a schedule of it.'],
  end_schedule: [7, 'What remains is known when its parts are read.'],
  write_down_asset: [6, 'What remains is known when the plan of the locked asset is read.'],
  write_up_asset: [6, 'What remains is known when the plan of the locked asset is read.'],
  dispose_asset: [7, 'What remains is known when the plan of the locked asset is read, and what it was sold for.'],
  reinstate_asset: [6, 'What remains is known when the plan of the locked asset is read.'],
  void_asset: [6, 'Its entries are reversed once it is locked, and it is read as it is then.'],
  get_asset_register: [2, rangeFirst],
  revalue_currency: [6, 'Rates are read when it is known what is revalued, and what it replaces is reversed.'],
  void_revaluation: [6, 'Its entries are reversed once it is locked, and it is read as it is then.'],
  get_close_checklist: [2, 'What is owed in other currencies and what VAT covers depends on the settings.'],
  close_month: [everyCheck.length + 8, 'Each check reads everything there is, one after another; then it locks.'],
  get_shared_document: [2, 'Whose it is, is known when its link has been looked up.'],
  get_shared_document_attachment: [2, 'Whose it is, is known when its link has been looked up.'],
  get_shared_document_logo: [2, 'Whose it is, is known when its link has been looked up.'],
  get_shared_document_pdf: [2, 'Whose it is, is known when its link has been looked up.'],
  create_expense_from_file: [6, 'Whom and what it names is known when what the e-invoice says has been read.'],
  import_bank_statement: [
    9,
    'It reads how files of the account are read, then what is known of the lines and what explains them, and tells ' +
      'what is missing.',
  ],
  delete_bank_import: [6, 'What explained its lines is joined with those that are left.'],
  preview_bank_reconciliation: [3, 'Its range is known by the statement, and that by the account.'],
  reconcile_bank_account: [8, 'It reads what the preview reads, and keeps it.'],
  suggest_bank_matches: [2, 'What it may pay is looked for when it is known what the line says.'],
  match_bank_line: [12, 'Its sample posts an entry by a call of its own, which is matched when it is there.'],
  match_bank_lines: [17, 'Each line that is certain is matched by a call of its own, which records its payment.'],
  reconcile_payment: [
    17,
    'The line is found when it is known what it pays, and its payment is recorded by a call of its own.',
  ],
  apply_bank_rules: [19, 'Each line that a rule books is matched by a call of its own, which posts an entry.'],
  list_bank_rule_proposals: [2, 'The accounts are named when it is known what was recorded on them.'],
  preview_bank_rule: [4, 'What it names is looked up, then what may be recorded, and then the lines that it fits.'],
  unmatch_bank_line: [10, 'What the match recorded is voided by a call of its own.'],
  get_file_thumbnail: [2, 'What is made of the image is kept, the first time.'],
  get_product_picture: [2, 'As for the thumbnail of a file.'],
  get_document_pages: [3, 'As for the PDF.'],
  get_document_pdf: [3, 'Who a draft is for is read when that is known, and then its template by their language.'],
  preview_document: [3, 'It prices as calculate_sale does, and then reads what get_document_pdf reads of a draft.'],
  chase_overdue: [6, 'It locks what it chose among all that is overdue, and reads once more what is owed of it.'],
  list_due_reminders: [2, 'Which invoices a step may have come for depends on the steps.'],
  get_document_reminders: [2, 'Who is reminded is read when it is known whose invoice it is.'],
  connector_doctor: [2, 'It shows no rows that would tell whether there is the token that it is asked about.'],
  read_invite: [2, 'Whose it is, is known when its link has been looked up.'],
  accept_invite_with_passkey: [
    12,
    'It spends the challenge before it looks at what was signed, and reads what its link leads to.',
  ],
  accept_invite: [11, 'It counts the attempt before it hashes the password, and then reads what its link leads to.'],
  list_sales: [2, 'Lines and names of the sales of a page are read when the page is known.'],
  list_payments: [2, 'Allocations and names of the payments of a page are read when the page is known.'],
  get_revenue: [2, 'What is sold is named when it is known what was sold.'],
  get_profit_by_dimension: [2, 'Its days and the dimension, then what is in them.'],
  get_report: [2, 'As long as the longest of its reports.'],
  create_scheduled_report: [6, 'It makes the report once, to see that it can be made.'],
  update_scheduled_report: [7, 'The same, under the lock of the schedule.'],
  get_report_drilldown: [2, 'It reads the report, and then what is behind the figure.'],
  get_profit_and_loss: [2, rangeFirst],
  get_tax_summary: [2, rangeFirst],
  get_cash_flow: [2, rangeFirst],
  get_trends: [2, rangeFirst],
  get_balance_sheet: [2, 'What is earned counts from the day that the fiscal year begins on.'],
  get_expenses_by_category: [2, rangeFirst],
  list_supplier_payments: [2, 'What each expense gets of the payments of a page is read when the page is known.'],
  list_expenses: [2, 'Lines and payments of the expenses of a page are read when the page is known.'],
  get_inventory_valuation: [2, 'What lies in stock is named when it is known what does.'],
  get_inventory_movements: [2, 'What moved is named when it is known what did.'],
  get_inventory_turnover: [2, 'What lies in stock is named when it is known what does.'],
  get_product_margin: [2, 'What is sold is named when it is known what was sold.'],
  compare_periods: [2, 'Who buys is named when it is known who bought.'],
  convert_document: [10, 'Its sample drafts a sale, confirms it and issues the invoice, in one call.'],
  correct_invoice: [13, 'It makes a return and its credit note, and then a sale with its invoice, which they pay.'],
  credit_document: [8, 'It makes a return first, which a credit note is of.'],
  run_recurring_document: [6, 'It reads the invoice that is repeated before it makes another.'],
  register: [
    12,
    'It founds an organisation with accounts, rates, roles, methods and categories that refer to each other.',
  ],
  create_organization: [
    11,
    'It founds an organisation with accounts, rates, roles, methods and categories that refer to each other.',
  ],
  approve_write: [
    11,
    'It does what was asked for, holds that to its preview, and sees that nobody approves their own request.',
  ],
  get_payment_forecast: [2, 'Which accounts pay is known when the payments are.'],
  update_scheduled_payment: [6, 'It locks the bill before the payment, and then reads the accounts in use.'],
  return_scheduled_payment: [8, 'It voids what was recorded, as void_supplier_payment does.'],
  create_payment_file: [8, 'It locks bills, payments and the numbers of files before it reads what to send.'],
  cancel_payment_file: [11, 'It locks bills, payments and the file, and then gives back each payment.'],
  pay_scheduled_payment: [13, 'It records a supplier payment, and then sees what was left of the bill.'],
  confirm_payment_file: [18, 'It does that for each payment of a file, and its sample has one.'],
  update_budget: [6, 'It reads the accounts of its lines as they were, and of those that were sent.'],
  promote_practice: [6, 'It reads what was practised, makes the steps, and looks again.'],
  undo_mcp_write: [7, 'It reads what was written, makes the calls that take it back, and looks again.'],
  undo_mcp_conversation: [8, 'It undoes one after the other, and its sample has one.'],
  login: [7, 'It counts the attempt before it hashes the password, outside the transaction that signs in.'],
  login_with_passkey: [8, 'The same, and spends the challenge before it looks at what was signed.'],
  get_provider_login: [2, 'The organisation is read when it is known whose the domain is.'],
  prove_with_provider: [7, 'It counts the attempt and spends the ticket before it looks at what came back.'],
  verify_sign_in_domain: [
    8,
    'It reads which record to look for, outside the transaction, and then whose the domain is.',
  ],
  login_with_provider: [
    17,
    'It counts the attempt and spends the ticket, and then finds the person, their invite, roles and session.',
  ],
  create_asset: [6, 'The depreciation that is due is posted at once, on accounts that its plan names.'],
  create_passkey: [6, 'It counts the attempt and spends the challenge before it looks at what was signed.'],
  prove_with_passkey: [6, 'It counts the attempt and spends the challenge before it looks at what was signed.'],
  change_chart_of_accounts: [7, 'Which accounts the chart has besides is known when all that are there are locked.'],
  change_password: [6, 'It counts the attempt before it hashes the password, outside the transaction that changes it.'],
};

test('no call stops for the database more often than its limit', async () => {
  const counts = new Map<string, number>();
  for (const operation of catalogue) {
    const { input, caller } = await sampleOf(shop, operation);
    const actor = operation.permission === 'public' ? anonymous : await access.actorOf(caller.token);
    const counted = countFlights(runtime.db);
    const origin = { door: 'rest', requestId: randomUUID() } as const;
    const request = { actor, input, idempotencyKey: randomUUID(), origin };
    await run({ ...runtime, db: counted.db }, operation, request);
    counts.set(operation.name, counted.flights());
  }
  const over = catalogue
    .filter(({ name, effect }) => (counts.get(name) ?? 0) > limit[effect])
    .map(({ name }) => [name, counts.get(name)]);
  const allowed = Object.entries(longer).map(([name, [flights]]) => [name, flights]);
  assert.deepEqual(Object.fromEntries(over), Object.fromEntries(allowed));
});

test('numbers of different series are taken in one order, so that nobody waits in a circle', async () => {
  const orders = await ordersOfNumbers();
  assert.deepEqual(circleIn(orders), []);
  const paid = orders.find((order) => order.includes('sale') && order.includes('payment'));
  assert.deepEqual(paid?.slice(-1), ['journal_entry'], 'control: the order of a sale that is paid is seen');
  assert.ok(circleIn([...orders, ['journal_entry', 'sale']]).length > 2, 'control: a circle is seen');
});
