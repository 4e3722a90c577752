import type { RemoteSettings } from '../config.ts';
import { keptOperations } from './remote/operations.ts';
import { remoteOf } from './remote/remote.ts';
import { usageError } from './remote/send.ts';

const scripts: Readonly<Record<string, string>> = {
  bash: `_daybook() {
  mapfile -t COMPREPLY < <(daybook completion -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _daybook daybook`,
  zsh: `_daybook() {
  local -a found
  found=("\${(@f)$(daybook completion -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a found
}
compdef _daybook daybook`,
  fish: `complete -c daybook -f -a '(daybook completion -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
};

/** Prints what a shell runs to complete words, or, after \`--\`, the words that fit what is typed. */
export async function completion(
  settings: RemoteSettings,
  args: readonly string[],
  commands: readonly string[],
): Promise<void> {
  const [shell = '', ...typed] = args;
  if (shell === '--') return console.log(fitting(settings, typed, commands).join('\n'));
  const script = scripts[shell];
  if (script === undefined || typed.length > 0) {
    throw usageError('Usage: daybook completion bash|zsh|fish, as in: source <(daybook completion bash)');
  }
  console.log(script);
}

function fitting(settings: RemoteSettings, typed: readonly string[], commands: readonly string[]): readonly string[] {
  const [command = '', name, ...fields] = typed;
  const begins = (word: string) => (one: string) => one.startsWith(word);
  if (name === undefined) return commands.filter(begins(command));
  if (command !== 'call') return [];
  const operations = keptOperations(remoteOf(settings));
  const word = fields.at(-1);
  if (word === undefined) return operations.map((one) => one.name).filter(begins(name));
  const operation = operations.find((one) => one.name === name);
  const before = fields.at(-2) ?? '';
  const of = operation?.fields.find((field) => `--${field.name}` === before);
  if (of !== undefined && of.values.length > 0) return of.values.filter(begins(word));
  return operation?.fields.map((field) => `--${field.name}`).filter(begins(word)) ?? [];
}
