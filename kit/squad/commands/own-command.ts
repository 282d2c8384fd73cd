import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A command of the tool as it is typed in the folder of a remote: by a script of its `package.json`, else by npx. */
export function ownCommand(folder: string, command: string, ...words: string[]): string {
  const scripts = scriptsOf(folder);
  if (command in scripts) return ['npm run', command, '--', ...words].join(' ');
  if ('remote' in scripts) return ['npm run remote --', command, ...words].join(' ');
  return ['npx remote', command, ...words].join(' ');
}

function scriptsOf(folder: string): object {
  try {
    const { scripts } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return typeof scripts === 'object' && scripts !== null ? scripts : {};
  } catch {
    return {};
  }
}
