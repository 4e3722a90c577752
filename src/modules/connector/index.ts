import type { Operation } from '../../operation/operation.ts';
import { approveWrite } from './approvals/approve-write.ts';
import { connectMcpClient } from './connections/connect-mcp-client.ts';
import { connectorDoctor } from './connections/connector-doctor.ts';
import { createMcpToken } from './tokens/create-mcp-token.ts';
import { getApproval } from './approvals/get-approval.ts';
import { getMcpSettings } from './get-mcp-settings.ts';
import { getMcpToken } from './tokens/get-mcp-token.ts';
import { listApprovals } from './approvals/list-approvals.ts';
import { listMcpActivity } from './undo/list-mcp-activity.ts';
import { listMcpTokens } from './tokens/list-mcp-tokens.ts';
import { endPractice } from './practice/end-practice.ts';
import { getPractice } from './practice/get-practice.ts';
import { listPractices } from './practice/list-practices.ts';
import { promotePractice } from './practice/promote-practice.ts';
import { rewindPractice } from './practice/rewind-practice.ts';
import { startPractice } from './practice/start-practice.ts';
import { rejectWrite } from './approvals/reject-write.ts';
import { revokeMcpToken } from './tokens/revoke-mcp-token.ts';
import { rotateMcpToken } from './tokens/rotate-mcp-token.ts';
import { runSteps } from './steps/run-steps.ts';
import { undoMcpConversation } from './undo/undo-mcp-conversation.ts';
import { undoMcpWrite } from './undo/undo-mcp-write.ts';
import { updateMcpSettings } from './update-mcp-settings.ts';
import { updateMcpToken } from './tokens/update-mcp-token.ts';

export { eraseApprovals } from './approvals/erase-approvals.ts';
export type { McpCredential } from './tokens/authenticate.ts';
export {
  connectionOnceOpenedBy,
  connectionOpenedBy,
  type ConnectionKey,
  standingConnection,
} from './connections/connection.ts';
export { type McpCredentials, openMcpCredentials } from './tokens/credentials.ts';
export { asPreviewed } from './approvals/as-planned.ts';
export { atStep } from './steps/at-step.ts';
export { costOfSteps, Steps, whyNoStep } from './steps/step.ts';
export { registerActions } from './actions.ts';
export { approvalReviewJob, queueReview, reviewApprovals } from './approvals/review-approvals.ts';
export { approvalExpiryJob, expireApprovals } from './approvals/expire-approvals.ts';
export { erasePractices } from './practice/erase-practices.ts';
export { expirePractices, practiceExpiryJob } from './practice/expire-practices.ts';
export { openPractices } from './practice/open-practices.ts';
export { planPractice } from './practice/plan-practice.ts';
export { Addresses, keptAddresses } from './tokens/addresses.ts';
export {
  amountLimitFaults,
  amountLimitsInput,
  amountLimitsOutput,
  dayRows,
  type DayCount,
  holdToLimits,
  isOverLimit,
  keptLimits,
  type LimitBook,
  withinLimits,
} from './tokens/limits.ts';
export { firstSentences, previewFor, type Previewed, previewOf } from './previews/preview.ts';
export { clientIdMax } from './tokens/mcp-token.ts';
export { noteWrite, type UndoOffer } from './undo/mcp-write.ts';
export { planUndo } from './undo/plan-undo.ts';
export { refusalOfToken } from './tokens/token-rights.ts';
export { type OauthClients, openOauthClients } from './connections/oauth-clients.ts';
export { type OauthSecrets, openOauthSecrets, type SecretKind } from './connections/oauth-secrets.ts';
export type { FindingCode } from './connections/diagnosis.ts';
export {
  isAppToken,
  isForMcp,
  isForRest,
  newAccessToken,
  newAppToken,
  newRefreshToken,
  refreshTokenAfter,
  secretHash,
} from './tokens/secret.ts';
export { addressNotAllowed, approvalRequired, overLimit } from './refusals.ts';
export { type Conversation, noteEveryMs, noteReading, waitsAfterReading } from './reading.ts';
export { requestApproval } from './approvals/request-approval.ts';
export { withdrawWrite } from './approvals/withdraw-write.ts';
export { type Input, isRiskyAfterReading, type Preset, presets, verdictOf } from './tokens/preset.ts';
export { revokeTokensOf } from './tokens/revoke-tokens-of.ts';
export { type Toolset, toolsetNames, toolsetOf } from './tokens/toolsets.ts';

export const operations: readonly Operation[] = [
  createMcpToken,
  connectMcpClient,
  listMcpTokens,
  getMcpToken,
  updateMcpToken,
  revokeMcpToken,
  rotateMcpToken,
  getMcpSettings,
  updateMcpSettings,
  listMcpActivity,
  runSteps,
  undoMcpWrite,
  undoMcpConversation,
  connectorDoctor,
  listApprovals,
  getApproval,
  approveWrite,
  rejectWrite,
  startPractice,
  listPractices,
  getPractice,
  rewindPractice,
  endPractice,
  promotePractice,
];
