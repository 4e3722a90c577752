import { z } from 'zod';
import { daysAfter } from '../../../core/instant.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { limitExceeded, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Name } from '../../../wire/index.ts';
import { yearAsked, yearInput } from '../books.ts';
import {
  AccountantLink,
  accountantLinkCreated,
  type AccountantLinkRow,
  linkColumns,
  LinkDays,
  newToken,
  validDaysDefault,
} from './accountant-link.ts';

const activeMax = 20;

export const createAccountantLink = operation({
  name: 'create_accountant_link',
  summary: 'Create a link by which an accountant reads the books of a year without a login.',
  guidance: 'The link is shown only once. It shows the checks of the books and their exports, and changes nothing.',
  http: 'POST /accountant-links',
  effect: 'write',
  permission: 'data:export',
  stepUp: true,
  // A link opens the books to whoever has it: a person makes it, not words that an AI app has read.
  mcp: 'hidden',
  creates: true,
  reachesOutside: true,
  risky: true,
  secretInput: ['url'],
  input: z.strictObject({
    recipient: Name.describe('Who it is for.'),
    valid_days: LinkDays.default(validDaysDefault),
    ...yearInput,
  }),
  output: AccountantLink.extend({ url: z.string().describe('The link, shown only once.') }),
  refuses: [limitExceeded, validationFailed],
  emits: [accountantLinkCreated],
  async run(context, { recipient, valid_days: days, ...asked }) {
    const { db, organization, now, settings } = context;
    const { from, to } = await yearAsked(context, asked);
    const { active } = await db.one<{ active: bigint }>(sql`
      select count(*) as active from accountant_links
      where organization_id = ${organization} and revoked_at is null and expires_at > ${now}`);
    if (active >= activeMax) {
      throw limitExceeded({ max: activeMax, hint: 'Revoke unused links with revoke_accountant_link.' });
    }
    const { token, hash } = newToken();
    const expires = daysAfter(now, days);
    const row = await db.one<AccountantLinkRow>(sql`
      insert into accountant_links (organization_id, id, token_hash, recipient, first_day, last_day, expires_at,
        created_at, created_by)
      values (${organization}, ${context.newId()}, ${hash}, ${recipient}, ${from}, ${to}, ${expires}, ${now},
        ${JSON.stringify(actorStamp(context.actor))})
      returning ${linkColumns(now)}`);
    context.emit(accountantLinkCreated(row));
    return { ...row, url: `${settings.publicUrl}/books/${token}` };
  },
});
