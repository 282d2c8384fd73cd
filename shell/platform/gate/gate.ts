import { browserRules } from './browser-rule.ts';
import type { GateFinding, GateRule } from './gate-rule.ts';
import { integrityRules, recordRules } from './record-rules.ts';
import { renderingRules } from './rendering-rules.ts';
import { shellRules } from './shell-rules.ts';

/** What a release of a remote is asked, in this order. {@link GateRule} says how to add a rule. */
export const gateRules: readonly GateRule[] = [...integrityRules, ...recordRules, ...renderingRules, ...browserRules];

/** What a release of the shell is asked, in this order. */
export const shellGateRules: readonly GateRule[] = [...integrityRules, ...shellRules];

/** Without the rules that take seconds. */
export const quickGateRules: readonly GateRule[] = gateRules.filter(({ runsRelease }) => !runsRelease);

/**
 * Asks every rule and gives all findings, so that a squad repairs them in one go. Rules that stop a gate are waited for; all
 * others are asked side by side, but behind those that they build on.
 */
export async function runGate<Context>(context: Context, rules: readonly GateRule<Context>[]): Promise<GateFinding[]> {
  const endings = rules.map((rule) => rule.prepare?.(context));
  const asked = new Map<string, Promise<GateFinding[]>>();
  const ask = async (rule: GateRule<Context>) => {
    await Promise.all((rule.behind ?? []).map((other) => asked.get(other)));
    const over = Promise.allSettled((rule.beside ?? []).map((other) => asked.get(other)));
    return (await rule.check(context, over)).map((problem) => ({ rule: rule.id, ...problem }));
  };
  try {
    for (const rule of rules) {
      const asking = ask(rule);
      asked.set(rule.id, asking);
      // Heard below; until then another rule may be waited for.
      asking.catch(() => {});
      if (!rule.stopsGate) continue;
      const [outcome] = await Promise.allSettled([asking]);
      if (outcome.status === 'rejected' || outcome.value.length > 0) break;
    }
    // None is left at work, whatever another one came to.
    await Promise.allSettled(asked.values());
    return (await Promise.all(asked.values())).flat();
  } finally {
    for (const end of endings) end?.();
  }
}
