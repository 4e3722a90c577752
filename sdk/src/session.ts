import { problemOf, DaybookError } from './problem.ts';

/** The part of a login's answer that a session needs. */
export type Tokens = {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
};

export type Credentials =
  /** Begins with `key_live_`. Made in the console, good until it expires or is revoked. */
  | { readonly apiKey: string }
  | {
      readonly email: string;
      readonly password: string;
      /** Asked for where the account has a second factor: the code of this moment. */
      readonly totpCode?: () => string | Promise<string>;
      /** Organisation of the session; the one used last by default. */
      readonly organizationId?: string;
    }
  /** `onTokens` is handed each new pair: a refresh token works once, so keep the last. */
  | { readonly refreshToken: string; readonly onTokens: (tokens: Tokens) => void | Promise<void> }
  | { readonly accessToken: string };

/** What is sent as it is, and never renewed. */
function lastingIn(credentials: Credentials): string | undefined {
  if ('apiKey' in credentials) return credentials.apiKey;
  return 'accessToken' in credentials ? credentials.accessToken : undefined;
}

type Post = (path: string, body: object) => Promise<Response>;

/** So long before its end an access token is renewed. */
const renewBeforeMs = 60_000;

/** Signs in when the first call needs it, and keeps the access token fresh. Calls at once share one renewal. */
export class Session {
  readonly #credentials: Credentials;
  readonly #post: Post;
  #tokens: (Tokens & { readonly endsAt: number }) | undefined;
  #renewal: Promise<string> | undefined;

  constructor(credentials: Credentials, post: Post) {
    this.#credentials = credentials;
    this.#post = post;
  }

  /** The access token to send. */
  async accessToken(): Promise<string> {
    const lasting = lastingIn(this.#credentials);
    if (lasting !== undefined) return lasting;
    if (this.#tokens !== undefined && Date.now() < this.#tokens.endsAt - renewBeforeMs) {
      return this.#tokens.access_token;
    }
    return this.#renewed();
  }

  /** After the service refused `token`: another one, or undefined where there is none to be had. */
  async instead(token: string): Promise<string | undefined> {
    if (lastingIn(this.#credentials) !== undefined) return undefined;
    // Another call has renewed it meanwhile.
    if (this.#tokens !== undefined && this.#tokens.access_token !== token) return this.#tokens.access_token;
    return this.#renewed();
  }

  #renewed(): Promise<string> {
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  async #renew(): Promise<string> {
    const response = await this.#ask();
    if (!response.ok) throw new DaybookError(await problemOf(response));
    // The schema of both answers.
    const tokens = (await response.json()) as Tokens;
    this.#tokens = { ...tokens, endsAt: Date.now() + tokens.expires_in * 1_000 };
    if ('onTokens' in this.#credentials) await this.#credentials.onTokens(tokens);
    return tokens.access_token;
  }

  async #ask(): Promise<Response> {
    const credentials = this.#credentials;
    const kept = this.#tokens?.refresh_token ?? ('refreshToken' in credentials ? credentials.refreshToken : undefined);
    if (kept !== undefined) {
      const refreshed = await this.#post('/auth/refresh', { refresh_token: kept });
      if (refreshed.ok || !('password' in credentials)) return refreshed;
    }
    if (!('password' in credentials)) throw new TypeError('no credentials to sign in with');
    const { email, password, organizationId, totpCode } = credentials;
    return this.#post('/auth/login', {
      email,
      password,
      ...(organizationId === undefined ? {} : { organization_id: organizationId }),
      ...(totpCode === undefined ? {} : { totp_code: await totpCode() }),
    });
  }
}
