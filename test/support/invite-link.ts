import { createHash, randomBytes } from 'node:crypto';
import { uuidFrom } from '../../src/wire/type-id.ts';
import type { RunningService, SignedIn } from './running-service.ts';
import type { Wire } from './world.ts';

export async function systemRole(
  { api }: RunningService,
  { token }: Pick<SignedIn, 'token'>,
  name: string,
): Promise<string> {
  const { body } = await api(token, 'GET', '/team/roles?kind=system');
  return body.data.find((role: Wire) => role.name === name).id;
}

type Invited = { readonly email: string; readonly role?: string } & Readonly<Record<string, unknown>>;

/** Invites an address as somebody, and answers what stands in the link: the mail, which alone has it, is not sent. */
export async function inviteLink(
  service: RunningService,
  by: Pick<SignedIn, 'token'>,
  { role = 'viewer', ...input }: Invited,
): Promise<string> {
  const role_ids = [await systemRole(service, by, role)];
  const { body, text } = await service.api(by.token, 'POST', '/team/invites', { ...input, role_ids });
  if (body?.id === undefined) throw new Error(text);
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest();
  await service.owner.query('update invites set token_hash = $1 where id = $2', [hash, uuidFrom('inv', body.id)]);
  return token;
}
