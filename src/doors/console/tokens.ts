import { z } from 'zod';
import type { Preset, Toolset } from '../../modules/connector/index.ts';
import { Id } from '../../wire/index.ts';
import { html, type Html } from '../public-page/html.ts';
import { phrase } from '../signed-in/phrase.ts';
import { said } from './reader.ts';
import type { ConsoleSession } from './screen.ts';

/** A token or a connection as its operation answers it. */
export type Token = {
  readonly id: string;
  readonly member_id: string;
  readonly kind: 'token' | 'connection';
  readonly name: string;
  readonly prefix: string | null;
  readonly client: { readonly host: string } | null;
  readonly status: 'active' | 'expired' | 'revoked';
  readonly preset: Preset;
  readonly scopes: readonly string[] | null;
  readonly toolsets: readonly Toolset[] | null;
  readonly limits: {
    readonly max_amount_per_write: Readonly<Record<string, string>> | null;
    readonly max_amount_per_day: Readonly<Record<string, string>> | null;
    readonly max_writes_per_day: number | null;
    readonly allowed_actions: readonly string[] | null;
  };
  readonly ip_allow: readonly string[] | null;
  readonly expires_at: string | null;
  readonly lapses_at: string;
  readonly last_used_at: string | null;
  readonly last_used_from: string | null;
  readonly last_used_client: string | null;
  readonly created_at: string;
  readonly created_by: { readonly name: string };
};

export function isMine({ person }: ConsoleSession, { member_id: member }: Token): boolean {
  return z.encode(Id('member'), person.actor.memberId) === member;
}

/** Tokens as rows that lead to their pages. */
export function tokenRows(session: ConsoleSession, tokens: readonly Token[]): Html {
  const { words, base, reader } = session;
  const { connect, terms } = words;
  return html`<ul class="rows">
    ${tokens.map((token) => {
      const { id, name, kind, preset, status } = token;
      const until = endOf(token);
      const who = said(token.created_by.name);
      return html`<li>
        <div class="what">
          <a href="${base}/connect/tokens/${id}">${said(name)}</a> <span class="tag">${connect.kinds[kind]}</span>
          <span class="detail"
            >${terms.presets[preset].name},
            ${until === null ? connect.forever : phrase(connect.ends, { when: reader.when(until) })}</span
          >
          ${isMine(session, token) ? null : html`<span class="detail">${phrase(connect.of, { who })}</span>`}
        </div>
        <div class="when">
          ${status === 'active' ? useOf(session, token) : html`<span class="state">${connect.statuses[status]}</span>`}
        </div>
      </li>`;
    })}
  </ul>`;
}

/** Null: it has none, as long as it is used. */
export function endOf({ status, expires_at: expires, lapses_at: lapses }: Token): string | null {
  const isForgotten = status === 'expired' && (expires === null || Date.parse(lapses) < Date.parse(expires));
  return isForgotten ? lapses : expires;
}

export function useOf({ words, reader }: ConsoleSession, { last_used_at: at, last_used_client: client }: Token): Html {
  const { connect } = words;
  if (at === null) return html`${connect.unused}`;
  if (client === null) return phrase(connect.usedAt, { when: reader.when(at) });
  return phrase(connect.used, { when: reader.when(at), client: said(client) });
}
