import type { DocumentFacts } from '../render/facts.ts';

/** Specification of an e-invoice. */
export type Profile = 'en16931' | 'xrechnung' | 'peppol' | 'facturx' | 'facturx_basic';
export type Syntax = 'ubl' | 'cii';

export const profiles: readonly Profile[] = ['en16931', 'xrechnung', 'peppol', 'facturx', 'facturx_basic'];

type ProfileFacts = {
  /** BT-24. */
  readonly specification: string;
  /** BT-23. */
  readonly process: string | null;
  readonly syntaxes: readonly Syntax[];
  /** Factur-X, whose CII is a later one than D16B. */
  readonly isFacturX?: true;
};

const billing = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

export const profileFacts: Readonly<Record<Profile, ProfileFacts>> = {
  en16931: { specification: 'urn:cen.eu:en16931:2017', process: null, syntaxes: ['ubl', 'cii'] },
  xrechnung: {
    specification: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
    process: billing,
    syntaxes: ['ubl', 'cii'],
  },
  peppol: {
    specification: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
    process: billing,
    syntaxes: ['ubl'],
  },
  facturx: { specification: 'urn:cen.eu:en16931:2017', process: null, syntaxes: ['cii'], isFacturX: true },
  facturx_basic: {
    specification: 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic',
    process: null,
    syntaxes: ['cii'],
    isFacturX: true,
  },
};

/** The rules of XRechnung apply, which Peppol has between two parties in Germany as DE-R-001 to DE-R-031. */
export function followsGermanRules({ seller, buyer }: DocumentFacts, profile: Profile): boolean {
  const isWithinGermany = seller.address.country === 'DE' && buyer?.address.country === 'DE';
  return profile === 'xrechnung' || (profile === 'peppol' && isWithinGermany);
}
