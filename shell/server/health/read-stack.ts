import { type StackFrame, scriptOf } from '../../platform/index.ts';

const mostFrames = 10;
const mostLines = 50;
const longestLine = 400;

/** `https://site.example/remotes/mf-agents/1.4.0-0a1b2c3d/browser/page.js:1:2345`, at the end of a line. */
const place = /https?:\/\/[^/\s@()]{1,100}(\/(?:remotes|shell)\/[\w@~./-]{1,250}):(\d{1,7}):(\d{1,7})\)?$/;
/** `at name (`, or `name@`. */
const caller = /^\s*(?:at (?:async )?([\w$.<>#[\] ]{1,80}?) \(|([\w$.<>#[\]/*]{1,80})@)/;

/** The frames of a stack that are scripts of this site. What extensions and other sites run is nobody's affair. */
export function readStack(stack: string): StackFrame[] {
  return stack
    .split('\n', mostLines)
    .flatMap((line) => readFrame(line.slice(0, longestLine)) ?? [])
    .slice(0, mostFrames);
}

function readFrame(line: string): StackFrame | null {
  const [, address = '', row, column] = place.exec(line.trimEnd()) ?? [];
  const of = scriptOf(address);
  if (!of) return null;
  const named = caller.exec(line);
  // The same script, by whatever try it came.
  const script = of.remote === 'shell' ? address : `/remotes/${of.remote}/${of.release}/${of.file}`;
  return { function: named?.[1] ?? named?.[2] ?? '', script, line: Number(row), column: Number(column) };
}
