/** Writes the lines of the public surface, for a reviewer to see what changed. */
import { writeFileSync } from 'node:fs';
import { apiSnapshot, snapshotFile } from '../test/support/api-snapshot.ts';

writeFileSync(snapshotFile, apiSnapshot());
