import type { Operation } from '../../operation/operation.ts';
import { addSignInDomain } from './add-sign-in-domain.ts';
import { getProviderLogin } from './get-provider-login.ts';
import { getSignInProvider } from './get-sign-in-provider.ts';
import { loginWithProvider } from './login-with-provider.ts';
import { proveWithProvider } from './prove-with-provider.ts';
import { removeSignInDomain } from './remove-sign-in-domain.ts';
import { removeSignInProvider } from './remove-sign-in-provider.ts';
import { setSignInProvider } from './set-sign-in-provider.ts';
import { startProviderLogin } from './start-provider-login.ts';
import { startProviderProof } from './start-provider-proof.ts';
import { verifySignInDomain } from './verify-sign-in-domain.ts';

export const operations: readonly Operation[] = [
  getSignInProvider,
  setSignInProvider,
  addSignInDomain,
  verifySignInDomain,
  getProviderLogin,
  startProviderLogin,
  loginWithProvider,
  startProviderProof,
  proveWithProvider,
  removeSignInDomain,
  removeSignInProvider,
];
