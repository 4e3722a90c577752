import type { Operation } from '../../operation/operation.ts';
import { changePassword } from './change-password.ts';
import { confirmTotp } from './confirm-totp.ts';
import { disableTotp } from './disable-totp.ts';
import { forgotPassword } from './forgot-password.ts';
import { getMe } from './get-me.ts';
import { getPreferences } from './get-preferences.ts';
import { listSessions } from './list-sessions.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { logoutAll } from './logout-all.ts';
import { createPasskey } from './passkeys/create-passkey.ts';
import { getPasskeyLogin } from './passkeys/get-passkey-login.ts';
import { getPasskeyProof } from './passkeys/get-passkey-proof.ts';
import { listPasskeys } from './passkeys/list-passkeys.ts';
import { loginWithPasskey } from './passkeys/login-with-passkey.ts';
import { proveWithPasskey } from './passkeys/prove-with-passkey.ts';
import { removePasskey } from './passkeys/remove-passkey.ts';
import { startPasskey } from './passkeys/start-passkey.ts';
import { updatePasskey } from './passkeys/update-passkey.ts';
import { proveSecondFactor } from './prove-second-factor.ts';
import { refresh } from './refresh.ts';
import { resetPassword } from './reset-password.ts';
import { revokeSession } from './revoke-session.ts';
import { startTotp } from './start-totp.ts';
import { switchOrganization } from './switch-organization.ts';
import { updateMe } from './update-me.ts';
import { updatePreferences } from './update-preferences.ts';

export { ArchivedPerson, bringPeople, type BroughtPerson } from './bring-people.ts';
export { everyOrganization } from './every-organization.ts';
export const operations: readonly Operation[] = [
  login,
  refresh,
  logout,
  logoutAll,
  getMe,
  updateMe,
  getPreferences,
  updatePreferences,
  switchOrganization,
  changePassword,
  forgotPassword,
  resetPassword,
  listSessions,
  revokeSession,
  startTotp,
  confirmTotp,
  disableTotp,
  proveSecondFactor,
  getPasskeyLogin,
  loginWithPasskey,
  getPasskeyProof,
  proveWithPasskey,
  startPasskey,
  createPasskey,
  listPasskeys,
  updatePasskey,
  removePasskey,
];

export { countAttempt, forgiveAttempts } from './attempts.ts';
export { type Authenticator, openAccess } from './authenticate.ts';
export { createUser, emailTaken } from './create-user.ts';
export { addressOf, findUser, userWith } from './find-user.ts';
export { aboutUser } from './account-log.ts';
export { proveSession } from './prove-session.ts';
export { isKnownDevice, startedElsewhere, tellOfNewDevice } from './started-elsewhere.ts';
export { noteLogin } from './note-login.ts';
export { spend } from './spend.ts';
export { hashPassword, NewPassword, passwordMatches, refuseWeak } from './passwords.ts';
export { passkeyCopied } from './passkeys/copied-passkey.ts';
export { Assertion } from './passkeys/credential.ts';
export { passkeyRefused, passkeySecrets } from './passkeys/passkey.ts';
export { acceptPasskey, checkPasskey } from './passkeys/present-passkey.ts';
export { passkeysUnavailable, relyingPartyAt } from './passkeys/relying-party.ts';
export { revokeConfined, revokeSessions } from './revoke.ts';
export { invalidCredentials, secretFields, Tokens } from './session.ts';
export { startSession } from './start-session.ts';
