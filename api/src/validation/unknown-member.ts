import { getMetadataStorage } from 'class-validator';

/**
 * What is said of a member that a form does not have: dropping `"istest": true` without a word once brought a test to the
 * office (docs/decisions/2026-11-22-unknown-members-are-refused.md).
 */
export function unknownMember(name: string, form: object | undefined): string {
  const known = membersOf(form);
  const meant = known.find((member) => bare(member) === bare(name)) ?? known.find((member) => isNear(member, name));
  const hint = meant === undefined ? `this takes ${known.join(', ')}.` : `did you mean "${meant}"?`;
  return `"${name.slice(0, 60)}" is not known here: ${hint}`;
}

function membersOf(form: object | undefined): string[] {
  if (form === undefined) return [];
  const rules = getMetadataStorage().getTargetValidationMetadatas(form.constructor, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** One letter too many, too few or another one. */
function isNear(one: string, other: string): boolean {
  const [short, long] = [bare(one), bare(other)].sort((a, b) => a.length - b.length);
  if (short === undefined || long === undefined || short.length < 3 || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}
