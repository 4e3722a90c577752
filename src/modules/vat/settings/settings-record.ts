import { notFound } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { settingsOf } from '../../organization/index.ts';
import { formFor } from '../forms/index.ts';
import { type SettingsRow, vatSettings, type VatSettings } from './vat-settings.ts';

export async function settingsRecord(context: Context, row: SettingsRow): Promise<VatSettings> {
  const { country, taxBasis } = await settingsOf(context);
  return {
    ...row,
    organization_id: context.organization,
    country,
    form: formFor(country).name,
    output_basis: taxBasis,
  };
}

export async function readSettings(context: Context): Promise<VatSettings> {
  const row = await vatSettings(context);
  if (row === undefined) throw notFound();
  return settingsRecord(context, row);
}
