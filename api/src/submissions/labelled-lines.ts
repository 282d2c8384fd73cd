import type { FieldDefinition, FieldDefinitions, GroupDefinition } from 'kit/contracts/form-definition';
import { isGroup } from './form-of.ts';

/** A value of a form and what stands before it, for people. */
export interface Line {
  label: string;
  value: string;
}

/** What an older form has kept and no definition knows has its own name before it, and is one line. */
export function linesOf(payload: Record<string, unknown>, definitions: FieldDefinitions, parent = ''): Line[] {
  return Object.entries(payload).flatMap(([name, value]) => {
    const definition = definitions[name];
    const own = definition?.mailLabel ?? wordsOf(name);
    const label = parent === '' ? own : `${parent}, ${own.charAt(0).toLowerCase()}${own.slice(1)}`;
    if (value === null || value === undefined || value === '') return [];
    if (Array.isArray(value)) return listLines(label, value, fieldsOf(definition));
    if (isGroup(value)) return linesOf(value, fieldsOf(definition), label);
    return [{ label, value: takesSeveralLines(definition) ? String(value) : oneLine(yesOrNo(value)) }];
  });
}

type Definition = FieldDefinition | GroupDefinition | undefined;

function fieldsOf(definition: Definition): FieldDefinitions {
  return definition && 'fields' in definition ? definition.fields : {};
}

function takesSeveralLines(definition: Definition): boolean {
  return definition !== undefined && 'lines' in definition && definition.lines === 'several';
}

function listLines(label: string, list: unknown[], definitions: FieldDefinitions): Line[] {
  if (list.length === 0) return [];
  if (list.every((entry) => typeof entry !== 'object')) return [{ label, value: oneLine(list.join(', ')) }];
  return list.flatMap((entry, index) => linesOf({ ...(entry as object) }, definitions, `${label} ${index + 1}`)); // Else entries are objects.
}

function yesOrNo(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

/** `monthlyAdBudget` becomes `Monthly ad budget`. */
function wordsOf(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
