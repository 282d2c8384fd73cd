import type { SiteConfig } from './site-config.ts';

/**
 * The one definition of a form's fields: the rules of its page (zod), of the API (class-validator) and of the OpenAPI
 * document, and what the office's mail, lists, exports and webhooks show. The name of a field is its column in an export.
 */
interface Named {
  /** Stands before the value in the office's mail; in a group after the group's: `Certificates, jornaya lead id`. */
  readonly mailLabel: string;
  /** For the readers of the API's document. */
  readonly description?: string;
  /** It may be missing or null; a text, a list or a group of choices may be empty, too. */
  readonly optional?: true;
  /** What is stored where nothing was sent, null or an empty text. Without it the value is stored as it was sent. */
  readonly whenEmpty?: 'omit' | { readonly store: string | number | boolean | null | readonly [] };
  /** False for what is no part of the stored form. */
  readonly isStored?: boolean;
}

export interface Limit {
  readonly min: number;
  readonly max: number;
}

/** A trimmed text. Several lines are quoted in a mail, so that none of them looks like a field. */
export interface TextDefinition extends Named {
  readonly type: 'text';
  readonly lines?: 'several';
  /** In characters, after trimming; {@link limits.optionalText} without one. */
  readonly limit?: Limit;
  /** Said where the text is missing or too short. */
  readonly message?: string;
  /** In the API's document and in that of the webhook; a form made of these is right. */
  readonly example: string;
}

export interface EmailDefinition extends Named {
  readonly type: 'email';
  readonly message?: string;
  readonly example: string;
}

export interface ChoiceDefinition extends Named {
  readonly type: 'choice';
  readonly choices: readonly string[];
  readonly message?: string;
  /** It may be the empty value of a select. */
  readonly orBlank?: true;
  readonly example: string;
}

/** A list of choices, no longer than the choices themselves. */
export interface ChoicesDefinition extends Named {
  readonly type: 'choices';
  readonly choices: readonly string[];
  readonly min: number;
  readonly message?: string;
  readonly example: readonly string[];
}

export interface YesOrNoDefinition extends Named {
  readonly type: 'yesOrNo';
  readonly example: boolean;
}

export interface WholeNumberDefinition extends Named {
  readonly type: 'wholeNumber';
  readonly min: number;
  readonly max: number;
  readonly message?: string;
  readonly example: number;
}

/** A list of at most `max` trimmed texts of one line. */
export interface TextsDefinition extends Named {
  readonly type: 'texts';
  readonly max: number;
  readonly example: readonly string[];
}

/** Fields within a field. */
export interface GroupDefinition extends Named {
  readonly type: 'group';
  readonly message?: string;
  readonly fields: FieldDefinitions;
}

/** A list of at most `max` such groups. */
export interface GroupsDefinition extends Named {
  readonly type: 'groups';
  readonly max: number;
  readonly fields: FieldDefinitions;
}

export type FieldDefinition =
  | TextDefinition
  | EmailDefinition
  | ChoiceDefinition
  | ChoicesDefinition
  | YesOrNoDefinition
  | WholeNumberDefinition
  | TextsDefinition
  | GroupDefinition
  | GroupsDefinition;

export interface FieldDefinitions {
  readonly [name: string]: FieldDefinition;
}

/** The type of a field that was filled in. */
export type ValueOf<Field> = Field extends { type: 'choice'; choices: readonly (infer Choice)[] }
  ? Choice | (Field extends { orBlank: true } ? '' : never)
  : Field extends { type: 'choices'; choices: readonly (infer Choice)[] }
    ? Choice[]
    : Field extends { type: 'group'; fields: infer Fields }
      ? ValuesOf<Fields>
      : Field extends { type: 'groups'; fields: infer Fields }
        ? ValuesOf<Fields>[]
        : Field extends { type: 'texts' }
          ? string[]
          : Field extends { type: 'yesOrNo' }
            ? boolean
            : Field extends { type: 'wholeNumber' }
              ? number
              : string;

type OptionalNames<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { optional: true } ? Name : never;
}[keyof Fields];

/** The type of a form that keeps to its definition. */
export type ValuesOf<Fields> = {
  -readonly [Name in Exclude<keyof Fields, OptionalNames<Fields>>]: ValueOf<Fields[Name]>;
} & { -readonly [Name in OptionalNames<Fields>]?: ValueOf<Fields[Name]> | null | undefined };

/** Which fields say whom a form is from, for people who look through many of them. */
interface PersonFields {
  readonly name: string;
  readonly phone?: string;
  readonly email: string;
  /** Where the person or the business is, or what it is about. */
  readonly about: string;
}

export interface FormDefinition {
  /** In the order in which they are kept. */
  readonly fields: FieldDefinitions;
  /** What the API adds to the form, after its fields. */
  readonly added?: FieldDefinitions;
  readonly person: PersonFields;
}

/** What the office calls a kind of form, and who of it reads them. */
export interface KindDefinition {
  /** The first letter of a reference. */
  readonly letter: string;
  readonly mailTitle: string;
  readonly mailbox: keyof SiteConfig['mailboxes'];
}

/** A kind with one form, which is the body of its call. */
export type FormKind = KindDefinition & FormDefinition;

/** A form with the example of each field. */
export function exampleOf(fields: FieldDefinitions): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, exampleOfField(field)]));
}

function exampleOfField(field: FieldDefinition): unknown {
  if (field.type === 'group') return exampleOf(field.fields);
  return field.type === 'groups' ? [exampleOf(field.fields)] : field.example;
}

/** The fields that every form of a kind has. */
export function alwaysStored(fields: FieldDefinitions): FieldDefinitions {
  return Object.fromEntries(
    Object.entries(fields).filter(([, { whenEmpty, isStored }]) => whenEmpty !== 'omit' && isStored !== false),
  );
}

/** What is kept of a form: its fields in the order of the definition, so that the same form is always the same text. */
export function payloadOf(fields: FieldDefinitions, form: object): Record<string, unknown> {
  const sent: Readonly<Record<string, unknown>> = { ...form };
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.isStored === false) continue;
    const value = sent[name];
    const isEmpty = value === undefined || value === null || value === '';
    if (!isEmpty || field.whenEmpty === undefined) kept[name] = keptValue(field, value);
    else if (field.whenEmpty !== 'omit') kept[name] = field.whenEmpty.store;
  }
  return kept;
}

function keptValue(field: FieldDefinition, value: unknown): unknown {
  if (field.type === 'groups' && Array.isArray(value))
    return value.map((entry: object) => payloadOf(field.fields, entry));
  const isGroup = field.type === 'group' && typeof value === 'object' && value !== null;
  return isGroup ? payloadOf(field.fields, value) : value;
}
