import type { Secrets } from '../../operation/secrets.ts';
import { seal, subkey, unseal } from '../../operation/seal.ts';

/** A text that the browser keeps for us and cannot read. */
export type SealedCookie = {
  /** Undefined where there is none, or none of ours. */
  readonly read: (header: string | undefined) => string | undefined;
  readonly set: (text: string) => string;
  readonly clear: string;
};

type Kind = {
  readonly name: string;
  /** Purpose of the key: a cookie of another kind never opens with it. */
  readonly about: string;
  /** The browser's session where there is none. */
  readonly maxAgeSeconds?: number;
};

const valueMax = 4_096;

/** Over HTTPS its name has the prefix that keeps other hosts and plain HTTP from setting it. */
export function openSealedCookie(
  { sealing }: Secrets,
  publicUrl: string,
  { name: plainName, about, maxAgeSeconds }: Kind,
): SealedCookie {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const lasts = maxAgeSeconds === undefined ? '' : `Max-Age=${maxAgeSeconds}; `;
  const key = subkey(sealing, about);
  return {
    read: (header = '') => {
      const pairs = header.split(';').map((pair) => pair.trim());
      const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
      if (value === '' || value.length > valueMax) return undefined;
      try {
        return unseal(key, about, Buffer.from(value, 'base64url')).toString();
      } catch {
        return undefined;
      }
    },
    set: (text) => `${name}=${seal(key, about, Buffer.from(text)).toString('base64url')}; ${lasts}${attributes}`,
    clear: `${name}=; Max-Age=0; ${attributes}`,
  };
}
