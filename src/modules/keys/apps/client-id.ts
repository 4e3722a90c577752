const start = 'app_';
const pattern = /^app_[\w-]{43}$/;
const idLength = 16;

/** An app within its organisation. */
export type AppKey = { readonly organization: string; readonly id: string };

/**
 * The `client_id` of an app. It names the organisation too, so that whoever looks an app up knows where it lies. It is
 * public, as every client ID is.
 */
export function clientIdOf({ organization, id }: AppKey): string {
  return `${start}${Buffer.concat([bytesOf(organization), bytesOf(id)]).toString('base64url')}`;
}

/** True for the form of an app's client ID, whether there is such an app or not. */
export function isAppClientId(text: string): boolean {
  return pattern.test(text);
}

/** One form only: another spelling of the same bytes names nothing. */
export function appNamedBy(clientId: string): AppKey | undefined {
  if (!isAppClientId(clientId)) return undefined;
  const bytes = Buffer.from(clientId.slice(start.length), 'base64url');
  const key = { organization: uuidOf(bytes.subarray(0, idLength)), id: uuidOf(bytes.subarray(idLength)) };
  return clientIdOf(key) === clientId ? key : undefined;
}

function bytesOf(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
