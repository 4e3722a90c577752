import { z } from 'zod';
import { Instant, Text } from './text.ts';

const metadataKeysMax = 50;
const tagsMax = 50;

export const Tags = z.array(Text(50)).max(tagsMax);
export const ExternalId = Text(191);

/** Free key-value pairs for the caller's own use. */
export const Metadata = z
  .record(Text(40), z.string().max(500))
  .refine((map) => Object.keys(map).length <= metadataKeysMax, { error: `Send at most ${metadataKeysMax} keys.` });

/** Values of the organisation's own fields, by their key. */
const CustomFields = z
  .record(Text(40), z.union([z.string().max(1_000), z.boolean(), z.null()]))
  .refine((map) => Object.keys(map).length <= metadataKeysMax, { error: `Send at most ${metadataKeysMax} fields.` });

/** Version that the caller read; a change since then is refused. */
export const Version = z.int().min(1).max(2_147_483_647);

export const ActorStamp = z.object({ type: z.string(), id: z.string().nullable(), name: z.string() });

/** Fields of every record. */
export const recordFields = {
  external_id: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  custom_fields: z.record(z.string(), z.union([z.string(), z.boolean(), z.null()])),
  tags: z.array(z.string()),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
};

/** Names of {@link recordFields}, which rows keep as records show them. */
export type RecordField = keyof typeof recordFields;

/** Fields that a caller may set on every record when creating it. */
export const recordInput = {
  external_id: ExternalId.optional(),
  metadata: Metadata.optional(),
  custom_fields: CustomFields.optional(),
  tags: Tags.optional(),
};

/** The same when updating: absent keeps, null clears. */
export const recordPatch = {
  external_id: ExternalId.nullable().optional(),
  metadata: Metadata.optional(),
  custom_fields: CustomFields.optional(),
  tags: Tags.optional(),
  version: Version.optional(),
};
