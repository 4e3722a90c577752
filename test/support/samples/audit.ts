import type { Samples } from './make.ts';

export const auditSamples: Samples = {
  // Of everything that happened this is a page.
  list_audit_log: () => ({ action: ['create_client_group'] }),
  export_audit_log: () => ({ format: 'jsonl', action: ['create_client_group'] }),
  set_audit_notices: ({ fresh }) => ({ email: `${fresh('heads').replaceAll(' ', '-')}@accountant.example` }),
  get_record_timeline: ({ ids }) => ({ id: ids['cgrp'] }),
};
