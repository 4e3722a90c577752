import type { Context } from '../../../operation/operation.ts';
import { type SettingsRow, vatSettings, vatSettingsMissing } from './vat-settings.ts';

export async function needSettings(context: Context): Promise<SettingsRow> {
  const row = await vatSettings(context);
  if (row === undefined) throw vatSettingsMissing();
  return row;
}
