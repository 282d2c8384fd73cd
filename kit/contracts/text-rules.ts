import type { FieldDefinition } from './form-definition.ts';

/**
 * The single source of patterns, limits and messages for every text that a form takes (docs/specification.md#5, #9). The
 * browser's zod schemas and the API's DTOs both read it.
 */

/** Lower bounds are the specification's (docs/specification.md#9); upper bounds keep a body within its limit. */
export const limits = {
  name: { min: 2, max: 200 },
  company: { min: 2, max: 200 },
  phone: { min: 10, max: 40 },
  email: { min: 3, max: 254 },
  location: { min: 2, max: 200 },
  message: { min: 10, max: 5000 },
  subject: { min: 5, max: 200 },
  /** For a text that only has to be present. */
  requiredText: { min: 1, max: 200 },
  requiredLongText: { min: 1, max: 2000 },
  shortText: { min: 0, max: 200 },
  longText: { min: 0, max: 5000 },
  optionalText: { min: 0, max: 2000 },
} as const;

/** The address rule of both sides: a domain with a dot, no consecutive dots. Matching takes linear time. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/** Rejects C0 and C1 controls except tab, line feed and carriage return, and lone surrogates. */
export const printablePattern =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what this pattern is for
  /^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\p{Cs}]*$/u;

/** A text of one line: no line breaks, tabs or other unprintable characters. */
export const oneLinePattern =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what this pattern is for
  /^[^\u0000-\u001F\u007F-\u009F\u2028\u2029]*$/;

/** The specification's messages (docs/specification.md#5), word for word. */
export const messages = {
  name: 'Name must be at least 2 characters.',
  company: 'Company name must be at least 2 characters.',
  email: 'Please enter a valid email address.',
  phone: 'Please enter a valid phone number.',
  location: 'Please enter your location.',
  message: 'Please provide at least 10 characters about your needs.',
  industry: 'Please select an industry.',
  budget: 'Please select a budget range.',
  serviceType: 'Please select a service type.',
  jobType: 'Please select a job type.',
  specialty: 'Please select a specialty.',
  leadType: 'Please select a lead type.',
  agentCode: 'Please enter your agent code',
  text: 'Please enter a text.',
  number: 'Please enter a whole number that is not too large.',
  list: 'Please send a list.',
  object: 'Please send an object.',
  tooMany: 'Please use fewer entries.',
  choice: 'Please select one of the choices.',
  yesOrNo: 'Please answer yes or no.',
  oneLine: 'Please write this in one line, without line breaks or tabs.',
  forbiddenCharacters: 'Please remove characters that cannot be printed.',
} as const;

const defaultMessages = {
  text: messages.text,
  email: messages.email,
  choice: messages.choice,
  choices: messages.choice,
  yesOrNo: messages.yesOrNo,
  wholeNumber: messages.number,
  texts: messages.text,
  group: messages.object,
  groups: messages.list,
} as const satisfies Record<FieldDefinition['type'], string>;

/** The usual error of a field. A text that is too long, for example, has a different one. */
export function messageOf(field: FieldDefinition): string {
  return 'message' in field && field.message !== undefined ? field.message : defaultMessages[field.type];
}

/** The error of what is no list of choices: a missing one gets the usual error. */
export function noListMessage(value: unknown, message: string): string {
  return value === undefined || value === null ? message : messages.list;
}

export function tooLongMessage(max: number): string {
  return `Please use at most ${max} characters.`;
}

/** Counts code points without variation selectors, as class-validator does. */
export function lengthOf(text: string): number {
  return text.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, ' ').replace(/[\uFE0E\uFE0F]/g, '').length;
}
