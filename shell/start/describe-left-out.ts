import { shellName } from 'kit/contracts/shell-name';
import type { LeftOut, OtherLive } from './publish-built-remotes.ts';

/** What an operator must not miss: which remotes are not what their source says, why, and what to do. */
export function describeLeftOut(leftOut: readonly LeftOut[]): string {
  const rule = '!'.repeat(100);
  const parts = leftOut.map(({ remote, live, problem }) => {
    const served = live
      ? `${remote}: its new release did NOT go live; visitors still get ${live}.`
      : withoutRelease(remote);
    return `${served}\n${indent(problem)}\n  To do: mend ${remote} and start again, or: npm run release -- publish ${remote}, then activate it.`;
  });
  return [rule, ...parts, rule].join('\n');
}

/** Which live releases are not those of this checkout, and how to change that. */
export function describeOtherLive(otherLive: readonly OtherLive[]): string {
  const lines = otherLive.flatMap(({ remote, live, built, reason }) => [
    `  ${remote} ${live}, not ${built}: ${reason}.`,
    `    To change that: npm run release -- activate ${remote} ${built} --reason "..."`,
  ]);
  return ['These live releases are not what this checkout builds:', ...lines].join('\n');
}

function withoutRelease(name: string): string {
  if (name === shellName)
    return `${name}: its release did NOT go live; pages are made with the shell beside the program.`;
  return `${name}: it has no release that could be served; its pages answer 503.`;
}

function indent(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
