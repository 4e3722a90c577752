const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrom(?:e|ium)\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** `Firefox · Windows`: what people call it. Programs name themselves. It stays when either is updated. */
export function deviceName(agent: string): string {
  if (!agent.startsWith('Mozilla/')) return agent.replaceAll(/\/[\d.]+/g, '');
  const parts = [browsers, systems].map((known) => known.find(([pattern]) => pattern.test(agent))?.[1]);
  const named = parts.filter((part) => part !== undefined);
  return named.length === 0 ? agent : named.join(' · ');
}
