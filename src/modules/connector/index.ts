import type { Operation } from '../../operation/operation.ts';
import { approveWrite } from './approve-write.ts';
import { connectMcpClient } from './connect-mcp-client.ts';
import { connectorDoctor } from './connector-doctor.ts';
import { createMcpToken } from './create-mcp-token.ts';
import { getApproval } from './get-approval.ts';
import { getMcpSettings } from './get-mcp-settings.ts';
import { getMcpToken } from './get-mcp-token.ts';
import { listApprovals } from './list-approvals.ts';
import { listMcpActivity } from './list-mcp-activity.ts';
import { listMcpTokens } from './list-mcp-tokens.ts';
import { rejectWrite } from './reject-write.ts';
import { revokeMcpToken } from './revoke-mcp-token.ts';
import { rotateMcpToken } from './rotate-mcp-token.ts';
import { undoMcpConversation } from './undo-mcp-conversation.ts';
import { undoMcpWrite } from './undo-mcp-write.ts';
import { updateMcpSettings } from './update-mcp-settings.ts';
import { updateMcpToken } from './update-mcp-token.ts';

export { eraseApprovals } from './erase-approvals.ts';
export type { McpCredential } from './authenticate.ts';
export { type ConnectionKey, standingConnection } from './connection.ts';
export { type McpCredentials, openMcpCredentials } from './credentials.ts';
export { asPreviewed } from './as-planned.ts';
export { registerActions } from './actions.ts';
export { approvalReviewJob, queueReview, reviewApprovals } from './review-approvals.ts';
export { approvalExpiryJob, expireApprovals } from './expire-approvals.ts';
export { isOverLimit, withinLimits } from './limits.ts';
export { firstSentences, previewFor, type Previewed, previewOf } from './preview.ts';
export { clientIdMax } from './mcp-token.ts';
export { noteWrite, type UndoOffer } from './mcp-write.ts';
export { isUndo, planUndo } from './plan-undo.ts';
export { refusalOfToken } from './token-rights.ts';
export { type OauthClients, openOauthClients } from './oauth-clients.ts';
export { type OauthSecrets, openOauthSecrets, type SecretKind } from './oauth-secrets.ts';
export type { FindingCode } from './findings.ts';
export { isForMcp, newAccessToken, newRefreshToken, refreshTokenAfter } from './secret.ts';
export { approvalRequired } from './refusals.ts';
export { type Conversation, noteEveryMs, noteReading, waitsAfterReading } from './reading.ts';
export { requestApproval } from './request-approval.ts';
export { type Input, isRiskyAfterReading, type Preset, presets, verdictOf } from './preset.ts';
export { revokeTokensOf } from './revoke-tokens-of.ts';
export { type Toolset, toolsetNames, toolsetOf } from './toolsets.ts';

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
  undoMcpWrite,
  undoMcpConversation,
  connectorDoctor,
  listApprovals,
  getApproval,
  approveWrite,
  rejectWrite,
];
