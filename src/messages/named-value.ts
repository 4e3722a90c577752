/** French has a space before the colon that does not break; Chinese and Japanese write a wide one. */
const colons: Readonly<Record<string, string>> = { fr: '\u00a0: ', ja: '：', zh: '：' };

/** `Amount due: €5.00`, with the colon as the language writes it. */
export function namedValue(language: string, label: string, value: string): string {
  const colon = colons[language.split('-')[0] ?? ''] ?? ': ';
  return `${label}${colon}${value}`;
}
