/** The part of oidc-provider that we use, which comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export type Payload = Record<string, unknown>;

  export type Adapter = {
    upsert(id: string, payload: Payload, expiresIn: number): Promise<void>;
    find(id: string): Promise<Payload | undefined>;
    findByUid(uid: string): Promise<Payload | undefined>;
    findByUserCode(code: string): Promise<Payload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  };

  export type Client = {
    readonly clientId: string;
    readonly clientName?: string;
    readonly redirectUris: readonly string[];
    readonly scope?: string;
    grantTypeAllowed(type: string): boolean;
    redirectUriAllowed(uri: string): boolean;
  };

  export type Interaction = {
    readonly uid: string;
    readonly params: Readonly<Record<string, string | undefined>>;
  };

  type Saved = { readonly jti?: string };
  type Entities = { readonly RotatedRefreshToken?: Saved };

  export type Context = {
    type: string;
    body: unknown;
    readonly req: IncomingMessage;
    readonly oidc: {
      readonly route: string;
      readonly params?: Readonly<Record<string, unknown>>;
      readonly result?: { readonly consent?: unknown };
      readonly entities: Entities;
    };
    set(header: string, value: string): void;
  };

  type Token = {
    format?: 'opaque';
    scope?: string | undefined;
    clientId: string;
    readonly client: Client;
    generateTokenId(): string;
  };
  type Model = { prototype: Token };

  export class Provider {
    constructor(issuer: string, configuration: object);
    static readonly ctx: Context | undefined;
    proxy: boolean;
    readonly AccessToken: Model;
    readonly RefreshToken: Model;
    readonly ClientCredentials: Model;
    readonly Client: {
      prototype: {
        readonly clientId: string;
        compareClientSecret(presented: string): Promise<boolean>;
        grantTypeAllowed: (this: object, type: string) => boolean;
      };
      find(id: string): Promise<Client | undefined>;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    /** Answers where the browser goes on. */
    interactionResult(request: IncomingMessage, response: ServerResponse, result: object): Promise<string>;
    on(event: 'server_error', listener: (context: Context, error: unknown) => void): this;
  }

  export const errors: {
    readonly InvalidGrant: new (detail: string) => Error;
    readonly InvalidScope: new (detail: string, scope: string) => Error;
    readonly InvalidTarget: new () => Error;
    readonly UnauthorizedClient: new (detail: string) => Error;
    readonly SessionNotFound: new (detail: string) => Error;
  };

  export const interactionPolicy: {
    readonly Prompt: new (info: { name: string; requestable: boolean }, ...checks: object[]) => object;
    readonly Check: new (
      reason: string,
      description: string,
      error: string,
      check: (context: Context) => boolean,
    ) => object;
    readonly base: () => { get(name: string): unknown; remove(name: string): void; add(prompt: object): void };
  };
}
