import type { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import type { Context } from '../../operation/operation.ts';
import type { NewOrganization } from './organization.ts';
import { seedNumbering } from './seed-numbering.ts';

/** Writes the organisation that the actor has just entered, with its numbering. */
export function foundOrganization(context: Context, input: z.output<typeof NewOrganization>): void {
  const { db, organization, now } = context;
  const stamp = JSON.stringify(actorStamp(context.actor));
  db.later(sql`
    insert into organizations (id, name, legal_name, slug, country, base_currency, timezone, locale, chart_of_accounts,
      created_at, updated_at, created_by, updated_by)
    values (${organization}, ${input.name}, ${input.legal_name ?? null}, ${slugOf(input.name, organization)},
      ${input.country}, ${input.base_currency}, ${input.timezone}, ${input.locale},
      ${input.chart_of_accounts}, ${now}, ${now}, ${stamp},
      ${stamp})`);
  seedNumbering(context);
}

const nameLengthInSlug = 40;
const idLengthInSlug = 8;

/** The name as far as it is Latin, and random digits of the id, since names are not unique. */
function slugOf(name: string, id: string): string {
  const latin = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = latin.replaceAll(/[^a-z0-9]+/g, '-').slice(0, nameLengthInSlug);
  return [...words.split('-').filter((word) => word !== ''), id.slice(-idLengthInSlug)].join('-');
}
