/** Tables of an organisation that its archive leaves out, each with the reason, which the manifest tells. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  audit_heads: 'Where the audit log ends is signed with the key of the service; whoever restores signs it anew.',
  document_export_items: 'Belongs to zips of documents, which are made again when they are asked for.',
  document_exports: 'Zips of documents are kept for a week, and are made again when they are asked for.',
  idempotency_keys: 'Answers to calls of the last day, kept for those who repeat a call to this service.',
  oauth_secrets: 'Credentials of connected AI apps. They connect again.',
  organization_exports: 'Archives such as this one.',
  practices: 'What AI apps try out is in no books, and is kept for days. Their tokens end with a restore.',
  report_files: 'Files of scheduled reports are kept for the days that their links work.',
  sessions: 'Who is signed in to this service. People sign in again.',
  sso_domains: 'Which domains a DNS record has shown to be the organisation’s. They are verified again.',
};

type LeftOut = {
  readonly reason: string;
  /** Value after a restore: SQL over the row `r`. Made up where the column takes no null. */
  readonly instead: string;
};

const credential = 'A credential: only its hash is kept, and not handed out.';
const random32 = 'sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))';

/** Columns that the archive leaves out. */
export const columnsLeftOut: Readonly<Record<string, Readonly<Record<string, LeftOut>>>> = {
  approvals: {
    sealed_input: {
      reason: 'The sealed request of an AI app. Its readable part is `arguments`.',
      instead: `''::bytea`,
    },
  },
  audit_redactions: { mark: { reason: 'Made with the key of the service.', instead: random32 } },
  audit_unsealed: { mark: { reason: 'Made with the key of the service.', instead: 'null' } },
  accountant_links: { token_hash: { reason: credential, instead: random32 } },
  report_links: { token_hash: { reason: credential, instead: random32 } },
  document_shares: { token_hash: { reason: credential, instead: random32 } },
  invites: { token_hash: { reason: credential, instead: 'null' } },
  api_keys: {
    hash: { reason: credential, instead: `case when r.app_id is null then ${random32} end` },
    previous_hash: { reason: credential, instead: 'null' },
  },
  oauth_apps: {
    hash: { reason: credential, instead: `case when r.prefix is not null then ${random32} end` },
    previous_hash: { reason: credential, instead: 'null' },
  },
  mcp_tokens: {
    hash: { reason: credential, instead: `case when r.client_id is null then ${random32} end` },
    previous_hash: { reason: credential, instead: 'null' },
  },
  sso_providers: {
    sealed_secret: {
      reason: 'The client secret of the sign-in provider. An owner enters it again.',
      instead: `''::bytea`,
    },
  },
  webhooks: {
    sealed_secret: {
      reason: 'What deliveries are signed with. A restored webhook has a new one.',
      instead: `''::bytea`,
    },
    sealed_previous_secret: { reason: 'The same, of before it was changed.', instead: 'null' },
  },
};

const notMeanwhile = `'Not sent: the organisation was restored from an archive meanwhile.'`;

/**
 * Columns that a restore changes: a record that needs a missing credential has ended, and a queued message is not sent
 * a second time.
 */
export const changedByRestore: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  approvals: { state: `case r.state when 'pending' then 'expired' else r.state end` },
  // A restored log is sealed anew: whom the first service told would be told of other heads.
  audit_notices: { email: 'null', told_sequence: 'null', told_hash: 'null', told_at: 'null' },
  document_mails: {
    status: `case r.status when 'queued' then 'cancelled' else r.status end`,
    ended_at: 'coalesce(r.ended_at, now())',
    response: `case r.status when 'queued' then ${notMeanwhile} else r.response end`,
  },
  accountant_links: { revoked_at: 'coalesce(r.revoked_at, now())' },
  report_links: {
    revoked_at: 'coalesce(r.revoked_at, now())',
    mail_status: `case r.mail_status when 'queued' then 'cancelled' else r.mail_status end`,
    mail_ended_at: 'coalesce(r.mail_ended_at, now())',
    mail_response: `case r.mail_status when 'queued' then ${notMeanwhile} else r.mail_response end`,
  },
  report_runs: { status: `case r.status when 'queued' then 'failed' else r.status end` },
  // Both services would send it.
  scheduled_reports: {
    status: `'paused'`,
    paused_reason: `case r.status when 'active' then 'restored' else r.paused_reason end`,
  },
  document_shares: { revoked_at: 'coalesce(r.revoked_at, now())' },
  invites: { status: `case r.status when 'pending' then 'expired' else r.status end` },
  api_keys: { previous_valid_until: 'null', revoked_at: 'coalesce(r.revoked_at, now())' },
  oauth_apps: { previous_valid_until: 'null' },
  mcp_tokens: { previous_valid_until: 'null', revoked_at: 'coalesce(r.revoked_at, now())' },
  webhook_deliveries: {
    status: `case r.status when 'pending' then 'exhausted' else r.status end`,
    next_attempt_at: 'null',
    ended_at: 'coalesce(r.ended_at, now())',
    error: `case r.status when 'pending' then ${notMeanwhile} else r.error end`,
  },
  webhook_lanes: { due_at: 'null', lease: 'null', locked_until: 'null' },
  webhooks: {
    status: `case r.status when 'enabled' then 'disabled' else r.status end`,
    disabled_at: 'coalesce(r.disabled_at, now())',
    previous_secret_expires_at: 'null',
  },
  // Nobody is shut out by a provider that has no secret yet.
  sso_providers: { sso_only: 'false' },
  jobs: { state: `'queued'`, attempts: '0', locked_until: 'null', error: 'null', progress: '0' },
};

/** Mails and files of the service itself: whoever is asked twice would send them twice. */
const documentKinds = ['send_mail', 'send_document_mail', 'export_documents', 'sweep_document_export'];
const reportKinds = ['run_scheduled_report', 'send_report_mail', 'sweep_report_file'];
const kindsLeftOut = [...documentKinds, ...reportKinds];
const archiveKinds = ['export_organization', 'sweep_organization_export'];

/** Rows of a table that are in the archive, beside that they are the organisation's: SQL over the row `r`. */
export const rowsKept: Readonly<Record<string, { readonly where: string; readonly reason: string }>> = {
  jobs: {
    where: `r.state in ('queued', 'running') and not r.payload ? 'sealed'
      and r.kind <> all ('{${[...kindsLeftOut, ...archiveKinds].join(',')}}'::text[])`,
    reason: 'Work that is over, mails that wait to be sent, and files that are made for a week.',
  },
};
