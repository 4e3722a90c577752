let known: Promise<ReadonlySet<string>> | undefined;

/**
 * True for one of the 49,233 passwords that guessers try first, however it is capitalised. Some 18,000 of them are as
 * long as a password has to be. The list is read when somebody first chooses one.
 */
export async function isCommon(password: string): Promise<boolean> {
  known ??= read();
  return (await known).has(password.toLowerCase());
}

async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map(String));
}
