import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { readSettings } from './settings-record.ts';
import { VatSettings } from './vat-settings.ts';

export const getVatSettings = operation({
  name: 'get_vat_settings',
  summary: 'Get how VAT is declared: period, form and when tax falls due.',
  http: 'GET /vat-settings',
  effect: 'read',
  permission: 'vat:read',
  mcp: 'action',
  input: z.strictObject({}),
  output: VatSettings,
  refuses: [notFound],
  run: (context) => readSettings(context),
});
