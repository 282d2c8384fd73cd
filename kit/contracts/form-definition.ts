import type { SiteConfig } from './site-config.ts';

/**
 * The one definition of a form's fields. It gives the rules of the page (zod), of the API (class-validator) and of the
 * OpenAPI document, and the labels of mails, lists, exports and webhooks. The name of a field is its column in an export.
 */
interface Named {
  /**
   * The label of the value in the office's mail; the default is the name in words: `Monthly ad budget`. In a group it follows
   * the group's label: `Certificates, jornaya lead id`.
   */
  readonly mailLabel?: string;
  readonly description?: string;
  /** The field may be missing or null. An optional text, list or group of choices may also be empty. */
  readonly optional?: true;
  /** The stored value for a missing, null or empty field. Without it the value is stored as it was sent. */
  readonly whenEmpty?: 'omit' | { readonly store: string | number | boolean | null | readonly [] };
  /** False for a field that is validated but not stored. */
  readonly isStored?: boolean;
}

export interface Limit {
  readonly min: number;
  readonly max: number;
}

/** A trimmed text. Mails quote the lines of a multiline text, so that none of them can pass for a field. */
export interface TextDefinition extends Named {
  readonly type: 'text';
  readonly lines?: 'several';
  /** In characters, after trimming; the default is {@link limits.optionalText}. */
  readonly limit?: Limit;
  /** The error for a missing or too short text. */
  readonly message?: string;
  /** The example in the API's and the webhook's document. A form made of all examples is valid. */
  readonly example: string;
}

export interface GroupDefinition extends Named {
  readonly type: 'group';
  readonly message?: string;
  readonly fields: FieldDefinitions;
}

export type FieldDefinition =
  | TextDefinition
  | GroupDefinition
  | (Named & { readonly type: 'email'; readonly message?: string; readonly example: string })
  | (Named & {
      readonly type: 'choice';
      readonly choices: readonly string[];
      readonly message?: string;
      /** The empty value of a select is allowed. */
      readonly orBlank?: true;
      readonly example: string;
    })
  /** A list of choices. It holds at most as many entries as there are choices. */
  | (Named & {
      readonly type: 'choices';
      readonly choices: readonly string[];
      readonly min: number;
      readonly message?: string;
      readonly example: readonly string[];
    })
  | (Named & { readonly type: 'yesOrNo'; readonly message?: string; readonly example: boolean })
  | (Named & {
      readonly type: 'wholeNumber';
      readonly min: number;
      readonly max: number;
      readonly message?: string;
      readonly example: number;
    })
  /** A list of at most `max` trimmed texts of one line. */
  | (Named & { readonly type: 'texts'; readonly max: number; readonly example: readonly string[] })
  | (Named & { readonly type: 'groups'; readonly max: number; readonly fields: FieldDefinitions });

export interface FieldDefinitions {
  readonly [name: string]: FieldDefinition;
}

/** The type of a submitted field. */
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

export type ValuesOf<Fields> = {
  -readonly [Name in Exclude<keyof Fields, OptionalNames<Fields>>]: ValueOf<Fields[Name]>;
} & { -readonly [Name in OptionalNames<Fields>]?: ValueOf<Fields[Name]> | null | undefined };

/** The fields that identify the sender in lists. */
interface PersonFields {
  readonly name: string;
  readonly phone?: string;
  readonly email: string;
  /** The field with the place, the business or the subject. */
  readonly about: string;
}

export interface FormDefinition {
  /** Fields are stored in this order. */
  readonly fields: FieldDefinitions;
  /** Fields that the API adds after those of the form. */
  readonly added?: FieldDefinitions;
  readonly person: PersonFields;
}

/** The office's names for a kind of form, and the people who read it. */
export interface KindDefinition {
  /** The first letter of a reference number. */
  readonly letter: string;
  readonly mailTitle: string;
  readonly mailbox: keyof SiteConfig['mailboxes'];
}

/** A kind with a single form, which is the body of its call. */
export type FormKind = KindDefinition & FormDefinition;

/** The values of choices that a record lists with their labels. */
export function choicesOf<const Labels extends Readonly<Record<string, string>>>(labels: Labels) {
  return Object.keys(labels) as (keyof Labels & string)[]; // a record of choices has no other keys
}

/** Builds a form from the example of each field. */
export function exampleOf(fields: FieldDefinitions): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, exampleOfField(field)]));
}

function exampleOfField(field: FieldDefinition): unknown {
  if (field.type === 'group') return exampleOf(field.fields);
  return field.type === 'groups' ? [exampleOf(field.fields)] : field.example;
}

/** The fields that are stored for every form of a kind. */
export function alwaysStored(fields: FieldDefinitions): FieldDefinitions {
  return Object.fromEntries(
    Object.entries(fields).filter(([, { whenEmpty, isStored }]) => whenEmpty !== 'omit' && isStored !== false),
  );
}

/** The stored form: its fields in the order of the definition, so that equal forms are stored as equal text. */
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
