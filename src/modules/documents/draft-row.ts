import { actorStamp } from '../../operation/actor.ts';
import type { Context } from '../../operation/operation.ts';
import type { DocumentGiven } from './document-input.ts';
import type { DocumentRow } from './document-row.ts';

type Priced = Pick<DocumentRow, 'id' | 'type' | 'client_id' | 'client_name' | 'currency' | 'total' | 'priced'> &
  Partial<Pick<DocumentRow, 'content'>>;

/** A new draft from the input: printed texts and facts, beside the prices. */
export function draftRow(context: Context, input: Omit<DocumentGiven, 'type'>, priced: Priced): DocumentRow {
  const stamp = actorStamp(context.actor);
  return {
    number: null,
    sale_id: null,
    made_sale: false,
    sold: null,
    issue_date: null,
    deducted_in_id: null,
    corrects_document_id: null,
    correction_reason: input.correction_reason ?? null,
    recurring_id: null,
    occurrence_date: null,
    content: null,
    paid_back: null,
    schedule: null,
    look: null,
    template_id: input.template_id ?? null,
    attachments: [...(input.attachments ?? [])],
    ...priced,
    valid_until: input.valid_until ?? null,
    snapshot: null,
    prev_hash: null,
    hash: null,
    title: input.title ?? null,
    buyer_reference: input.buyer_reference ?? null,
    po_number: input.po_number ?? null,
    project: input.project ?? null,
    notes: input.notes ?? null,
    terms: input.terms ?? null,
    footer: input.footer ?? null,
    language: input.language ?? null,
    issued_at: null,
    accepted_at: null,
    accepted_by: null,
    declined_at: null,
    declined_by: null,
    decline_reason: null,
    voided_at: null,
    void_reason: null,
    sent_at: null,
    viewed_at: null,
    submitted_at: null,
    submitted_by: null,
    submit_note: null,
    rejected_at: null,
    rejected_by: null,
    reject_reason: null,
    member_id: input.member_id === undefined ? context.actor.memberId || null : input.member_id,
    external_id: input.external_id ?? null,
    metadata: input.metadata ?? {},
    custom_fields: input.custom_fields ?? {},
    tags: input.tags ?? [],
    version: 1,
    created_at: context.now,
    updated_at: context.now,
    created_by: stamp,
    updated_by: stamp,
  };
}

type Texts = Pick<DocumentGiven, 'notes' | 'footer'>;

/** Default texts of the organisation, where the input has none. */
export function withTexts<Input extends Texts>(input: Input, defaults: Required<Texts>): Input {
  return {
    ...input,
    notes: input.notes === undefined ? defaults.notes : input.notes,
    footer: input.footer === undefined ? defaults.footer : input.footer,
  };
}
