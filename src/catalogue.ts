import { operations as accruals } from './modules/accruals/index.ts';
import { operations as assets } from './modules/assets/index.ts';
import { announceAuditHead, operations as audit } from './modules/audit/index.ts';
import { notePaymentsDue, operations as bank, recordAutomaticPayment } from './modules/bank/index.ts';
import { operations as checks } from './modules/checks/index.ts';
import { operations as reassignments } from './modules/reassignments/index.ts';
import { operations as closing } from './modules/closing/index.ts';
import { operations as budgets } from './modules/budgets/index.ts';
import { operations as clients } from './modules/clients/index.ts';
import {
  expireApprovals,
  expirePractices,
  operations as connector,
  planPractice,
  planUndo,
  requestApproval,
  reviewApprovals,
  withdrawWrite,
} from './modules/connector/index.ts';
import { operations as dimensions } from './modules/dimensions/index.ts';
import { noteExpiredQuote, noteIssueRefused, operations as documents } from './modules/documents/index.ts';
import { operations as events } from './modules/events/index.ts';
import { operations as exchange } from './modules/exchange/index.ts';
import { operations as expenses } from './modules/expenses/index.ts';
import { finishDocumentExport, finishExport, noteRestore, operations as exports } from './modules/exports/index.ts';
import { heldToFields, operations as fields } from './modules/fields/index.ts';
import { purgeFile, operations as files } from './modules/files/index.ts';
import { operations as handover } from './modules/handover/index.ts';
import { operations as identity } from './modules/identity/index.ts';
import {
  advanceImport,
  findCalledClients,
  findCalledVariants,
  finishImport,
  operations as imports,
  sumImport,
} from './modules/imports/index.ts';
import { jobFailed, operations as jobs } from './modules/jobs/index.ts';
import { operations as keys } from './modules/keys/index.ts';
import { operations as ledger } from './modules/ledger/index.ts';
import { operations as membership } from './modules/membership/index.ts';
import { operations as sso } from './modules/sso/index.ts';
import { operations as notifications } from './modules/notifications/index.ts';
import { operations as onboarding } from './modules/onboarding/index.ts';
import { operations as organization } from './modules/organization/index.ts';
import { operations as payments } from './modules/payments/index.ts';
import { operations as privacy } from './modules/privacy/index.ts';
import { operations as products } from './modules/products/index.ts';
import {
  chargeLateFees,
  noteOverdueInvoice,
  operations as reminders,
  sendDueReminder,
} from './modules/reminders/index.ts';
import { operations as reports } from './modules/reports/index.ts';
import { operations as revaluations } from './modules/revaluations/index.ts';
import { operations as sales } from './modules/sales/index.ts';
import { operations as search } from './modules/search/index.ts';
import { finishReportRun, noteReportMail, operations as scheduling } from './modules/scheduling/index.ts';
import { noteDocumentMail, operations as sending } from './modules/sending/index.ts';
import { operations as stock } from './modules/stock/index.ts';
import { operations as team } from './modules/team/index.ts';
import { operations as vat } from './modules/vat/index.ts';
import { operations as views, registerLists } from './modules/views/index.ts';
import { stopWebhook, operations as webhooks } from './modules/webhooks/index.ts';
import type { EventKind } from './operation/events.ts';
import type { Operation } from './operation/operation.ts';
import { registerReaders } from './operation/record-readers.ts';

/** The operations of all modules, in the order in which they are shown. */
const own: readonly Operation[] = [
  ...identity,
  ...onboarding,
  ...organization,
  ...team,
  ...membership,
  ...sso,
  ...clients,
  ...ledger,
  ...dimensions,
  ...budgets,
  ...exchange,
  ...accruals,
  ...products,
  ...stock,
  ...sales,
  ...payments,
  ...bank,
  ...documents,
  ...sending,
  ...reminders,
  ...exports,
  ...files,
  ...expenses,
  ...assets,
  ...revaluations,
  ...vat,
  ...fields,
  ...search,
  ...views,
  ...checks,
  ...reassignments,
  ...closing,
  ...reports,
  ...scheduling,
  ...handover,
  ...imports,
  ...jobs,
  ...events,
  ...notifications,
  ...webhooks,
  ...connector,
  ...keys,
  ...audit,
  ...privacy,
];

/** Every operation the service has. REST, MCP, OpenAPI, permissions, docs and the tests are read off this list. */
export const catalogue: readonly Operation[] = own.map((operation) => heldToFields(operation));
registerLists(catalogue);
registerReaders(catalogue);

/** Internal operations, run after a commit or beside a call: no door leads to these. */
export const serviceCatalogue: readonly Operation[] = [
  requestApproval,
  withdrawWrite,
  planUndo,
  planPractice,
  expireApprovals,
  expirePractices,
  reviewApprovals,
  noteIssueRefused,
  noteDocumentMail,
  finishReportRun,
  noteReportMail,
  sendDueReminder,
  chargeLateFees,
  noteOverdueInvoice,
  noteExpiredQuote,
  notePaymentsDue,
  recordAutomaticPayment,
  finishDocumentExport,
  finishExport,
  noteRestore,
  purgeFile,
  findCalledClients,
  findCalledVariants,
  advanceImport,
  finishImport,
  sumImport,
  stopWebhook,
  announceAuditHead,
];

/** Events of background work, which no operation emits. */
const toldByWork: readonly EventKind[] = [jobFailed];

/** Every kind of event that there is, each once. */
export const eventCatalogue: readonly EventKind[] = [
  ...new Set([...[...catalogue, ...serviceCatalogue].flatMap(({ emits = [] }) => emits), ...toldByWork]),
];
