import type { Operation } from '../../src/operation/operation.ts';
import { prefixOf } from '../../src/wire/index.ts';
import type { SignedIn } from './running-service.ts';
import { accrualsSamples } from './samples/accruals.ts';
import { assetsSamples } from './samples/assets.ts';
import { auditSamples } from './samples/audit.ts';
import { bankSamples } from './samples/bank.ts';
import { closingSamples } from './samples/closing.ts';
import { clientsSamples } from './samples/clients.ts';
import { budgetsSamples } from './samples/budgets.ts';
import { dimensionsSamples } from './samples/dimensions.ts';
import { documentsSamples } from './samples/documents.ts';
import { expensesSamples } from './samples/expenses.ts';
import { exportsSamples } from './samples/exports.ts';
import { fieldsSamples } from './samples/fields.ts';
import { filesSamples } from './samples/files.ts';
import { identitySamples } from './samples/identity.ts';
import { importsSamples } from './samples/imports.ts';
import { jobsSamples } from './samples/jobs.ts';
import { ledgerSamples } from './samples/ledger.ts';
import { notificationsSamples } from './samples/notifications.ts';
import { paymentsSamples } from './samples/payments.ts';
import { privacySamples } from './samples/privacy.ts';
import { productsSamples } from './samples/products.ts';
import { remindersSamples } from './samples/reminders.ts';
import { reportsSamples } from './samples/reports.ts';
import { revaluationsSamples } from './samples/revaluations.ts';
import { salesSamples } from './samples/sales.ts';
import { scheduledPaymentsSamples } from './samples/scheduled-payments.ts';
import { schedulingSamples } from './samples/scheduling.ts';
import { searchSamples } from './samples/search.ts';
import { ssoSamples, throughProvider } from './samples/sso.ts';
import { stockSamples } from './samples/stock.ts';
import { vatSamples } from './samples/vat.ts';
import { viewsSamples } from './samples/views.ts';
import { webhooksSamples } from './samples/webhooks.ts';
import { teamSamples } from './samples/team.ts';
import type { Input, Samples } from './samples/make.ts';
import type { Shop } from './shop/fill.ts';

/** Inputs that are as good in a copy of the database, and of which no other process makes the same. */
const lasting: Samples = {
  ...accrualsSamples,
  ...assetsSamples,
  ...auditSamples,
  ...bankSamples,
  ...clientsSamples,
  ...closingSamples,
  ...budgetsSamples,
  ...dimensionsSamples,
  ...documentsSamples,
  ...expensesSamples,
  ...exportsSamples,
  ...filesSamples,
  ...importsSamples,
  ...jobsSamples,
  ...ledgerSamples,
  ...paymentsSamples,
  ...privacySamples,
  ...productsSamples,
  ...remindersSamples,
  ...reportsSamples,
  ...salesSamples,
  ...scheduledPaymentsSamples,
  ...schedulingSamples,
  ...searchSamples,
  ...viewsSamples,
  ...webhooksSamples,
  ...teamSamples,
  ...stockSamples,
};

const samples: Samples = {
  ...lasting,
  ...fieldsSamples,
  ...identitySamples,
  ...notificationsSamples,
  ...revaluationsSamples,
  ...ssoSamples,
  ...vatSamples,
};

/** A call that is expected to succeed: what to send, and who sends it. */
export type Sample = { readonly input: Input; readonly caller: SignedIn };

/** A fresh call of an operation, with records of its own where it changes or uses up what it is about. */
export async function sampleOf(shop: Shop, operation: Operation): Promise<Sample> {
  const caller = await callerOf(shop, operation);
  const kept = shop.samples.get(operation.name);
  shop.samples.delete(operation.name);
  if (kept !== undefined) return { caller, input: kept };
  const make = samples[operation.name];
  if (make !== undefined) return { caller, input: await make(shop, caller) };
  const input = plainInput(shop, operation);
  if (input === undefined) throw new Error(`write a sample of ${operation.name} of its module in test/support/samples`);
  return { caller, input };
}

/** A challenge of the moment, and a number that each process counts anew. */
const passing: ReadonlySet<string> = new Set(['accept_invite_with_passkey', 'expire_stock_reservations']);

/** Makes an input of every operation that has a lasting one, for the copies of the shop. */
export async function prepareSamples(shop: Shop): Promise<void> {
  for (const [name, make] of Object.entries(lasting)) {
    if (callsAsOwner(name) && !passing.has(name)) shop.samples.set(name, await make(shop, shop.who));
  }
}

/** True for an operation with a sample, or a read that needs nothing but an id. */
export function hasSample({ name, effect, input }: Operation): boolean {
  return name in samples || (effect === 'read' && requiredOf(input).every((field) => field === 'id'));
}

/** Names of samples whose operation is gone. */
export function samplesWithout(catalogue: readonly Operation[]): string[] {
  const names = new Set(catalogue.map(({ name }) => name));
  return Object.keys(samples).filter((name) => !names.has(name));
}

function plainInput(shop: Shop, operation: Operation): Input | undefined {
  if (!hasSample(operation)) return undefined;
  const { input } = operation;
  const shape = 'shape' in input ? (input.shape as Record<string, unknown>) : {};
  if (!requiredOf(input).includes('id')) return {};
  const id = shop.ids[prefixOf(shape['id']) ?? ''];
  return id === undefined ? undefined : { id };
}

function requiredOf(input: Operation['input']): string[] {
  const shape = 'shape' in input ? (input.shape as Record<string, Operation['input']>) : {};
  return Object.keys(shape).filter((field) => shape[field]?.safeParse(undefined).success === false);
}

const callsAsOwner = (name: string): boolean =>
  ![confirmsThere, opensBooks, spendsSession].some((names) => names.has(name));

async function callerOf(shop: Shop, { name }: Operation): Promise<SignedIn> {
  const { service, who, fresh } = shop;
  if (confirmsThere.has(name)) return throughProvider(shop);
  if (opensBooks.has(name)) return service.register(fresh('books'));
  return spendsSession.has(name) ? service.colleague(who, 'owner') : who;
}

/** Calls that an organisation can make only before anything has happened in its books. */
const opensBooks: ReadonlySet<string> = new Set(['change_costing_method']);

/** Calls of who is signed in through a provider. */
const confirmsThere: ReadonlySet<string> = new Set(['start_provider_proof', 'prove_with_provider']);

/** Calls that end or change the session, the password or the place of whoever makes them. */
const spendsSession: ReadonlySet<string> = new Set([
  'logout',
  'logout_all',
  'change_password',
  'start_totp',
  'confirm_totp',
  'disable_totp',
  'revoke_session',
  'prove_second_factor',
  'switch_organization',
  'join_organization',
  'leave_organization',
  'transfer_ownership',
]);
