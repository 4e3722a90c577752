import { folded } from './fold.ts';

/** Regions that have two letters and are no country: alliances, islands that only the post knows, test values. */
const noCountries = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']);

/** Names of countries in other software and in everyday use, beyond those of Unicode. */
const otherNames: Readonly<Record<string, string>> = {
  AE: 'UAE|Emirates',
  BA: 'Bosnia|Bosnien',
  BO: 'Plurinational State of Bolivia',
  BN: 'Brunei Darussalam',
  BY: 'Weissrussland|White Russia',
  CD: 'Democratic Republic of the Congo|DR Congo|DRC|Zaire',
  CG: 'Republic of the Congo',
  CI: 'Ivory Coast|Elfenbeinkueste',
  CN: 'PRC|People’s Republic of China|Mainland China',
  CV: 'Cape Verde|Kapverden',
  CZ: 'Czech Republic|Tschechische Republik|Republique tcheque|Ceska republika|Cesko',
  DE: 'Federal Republic of Germany|BRD|Bundesrepublik Deutschland',
  FM: 'Federated States of Micronesia',
  GB: 'UK|U.K.|Great Britain|Britain|England|Scotland|Wales|Northern Ireland',
  GR: 'Hellas|Ellada|EL',
  HK: 'Hong Kong',
  IE: 'Republic of Ireland|Eire',
  IR: 'Islamic Republic of Iran',
  KP: 'Democratic People’s Republic of Korea',
  KR: 'Korea|Republic of Korea|South Korea',
  LA: 'Lao People’s Democratic Republic',
  LY: 'Libyan Arab Jamahiriya',
  MD: 'Republic of Moldova|Moldavia',
  MK: 'Macedonia|FYROM|Republic of North Macedonia|Mazedonien',
  MM: 'Burma|Birma',
  MO: 'Macau|Macao',
  NL: 'Holland|The Netherlands|Pays Bas',
  PS: 'Palestine|State of Palestine',
  RU: 'Russian Federation',
  SK: 'Slovak Republic',
  SY: 'Syrian Arab Republic',
  SZ: 'Swaziland',
  TL: 'East Timor',
  TR: 'Turkey',
  TW: 'Republic of China|Taiwan Province of China',
  TZ: 'United Republic of Tanzania',
  US: 'USA|U.S.A.|U.S.|United States of America|America|EEUU|EE.UU.|Vereinigte Staaten von Amerika|VS',
  VA: 'Holy See',
  VE: 'Bolivarian Republic of Venezuela',
  VN: 'Viet Nam',
};

/** ISO 3166-1 alpha-3, in the order of the alpha-2 codes beside them. */
const threeLetters =
  'ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB BDBGD ' +
  'BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN ' +
  'CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU ' +
  'DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB ' +
  'GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG ' +
  'HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN ' +
  'KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU ' +
  'LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR ' +
  'MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL ' +
  'OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB ' +
  'RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP ' +
  'SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN ' +
  'TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ' +
  'ZMZMB ZWZWE';

const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** ISO 3166-1 alpha-2 code to English name, as Unicode has them. Codes of countries that are no more are not there. */
const names = new Map(
  twoLetters()
    .filter((code) => !noCountries.has(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
    .flatMap((code) => {
      const name = english.of(code);
      return name === undefined ? [] : [[code, name] as const];
    }),
);

/** The languages of the documents and mails, and those of neighbours whose customers write their own country. */
const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt',
  'pl',
  'ja',
  'ar',
  'cs',
  'da',
  'fi',
  'hu',
  'nb',
  'sv',
  'tr',
];

let codes: ReadonlyMap<string, string> | undefined;

/** Every code, in alphabetical order. */
export const countries: readonly string[] = [...names.keys()];

export function isCountry(code: string): boolean {
  return names.has(code);
}

/** `DE` for `Germany`, `Deutschland`, `DEU` and `de`; undefined for what is none, or may be either of two, as Congo. */
export function countryNamed(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  if (isCountry(code)) return code;
  codes ??= codesByName();
  const key = keyOf(text);
  return key === 'congo' ? undefined : codes.get(key);
}

/** Made when first asked for: it is 4,000 names, which the start of the service does not wait for. */
function codesByName(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, code: string) => {
    if (!found.has(keyOf(name))) found.set(keyOf(name), code);
  };
  for (const pair of threeLetters.split(' ')) add(pair.slice(2), pair.slice(0, 2));
  for (const [code, others] of Object.entries(otherNames)) for (const name of others.split('|')) add(name, code);
  for (const language of languages) {
    const inLanguage = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of names.keys()) {
      const name = inLanguage.of(code);
      if (name !== undefined) add(name, code);
    }
  }
  return found;
}

/** Without case, accents and punctuation; `&` is written for `and` as often as not. */
function keyOf(name: string): string {
  return folded(name.replaceAll('&', ' and '))
    .replaceAll(/[.'’]/g, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .replace(/^the /, '')
    .trim();
}

function twoLetters(): string[] {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  return letters.flatMap((first) => letters.map((second) => `${first}${second}`));
}
