import type { SiteConfig } from './site-config.ts';

/**
 * What everybody but the browser has to know of a form's fields: the office's mail, its lists, the services that keep
 * a form, the API's document. It stands beside the form's schema, in the same file, as an object without calls in
 * it, so that bundlers leave it out of pages. The name of a field is its column in an export.
 */
interface Named {
  /** Stands before the value in the office's mail; in a group after the group's: `Certificates, jornaya lead id`. */
  readonly mailLabel: string;
  /** For the readers of the API's document. */
  readonly description?: string;
  /** What is stored where nothing was sent, null or an empty text. Without it the value is stored as it was sent. */
  readonly whenEmpty?: 'omit' | { readonly store: string | number | boolean | null };
  /** False for what is no part of the stored form. */
  readonly isStored?: boolean;
}

export interface FieldDefinition<Value = unknown> extends Named {
  /** How many lines people may write. Several are quoted in a mail, so that none of them looks like a field. */
  readonly lines: 'one' | 'several';
  /** In the API's document and in that of the webhook; a form made of these is right. */
  readonly example: Value;
}

/** Fields within a field, or a list of such groups. */
export interface GroupDefinition<Fields = FieldDefinitions> extends Named {
  readonly fields: Fields;
  readonly isList?: true;
}

export interface FieldDefinitions {
  readonly [name: string]: FieldDefinition | GroupDefinition;
}

type DefinitionOf<Value> = Value extends readonly (infer Entry)[]
  ? [Entry] extends [object]
    ? GroupDefinition<FieldsOf<Entry>> & { readonly isList: true }
    : FieldDefinition<readonly Entry[]>
  : Value extends object
    ? GroupDefinition<FieldsOf<Value>>
    : FieldDefinition<Value>;

/** One definition for each member of a body. */
export type FieldsOf<Body> = { readonly [Name in keyof Body]-?: DefinitionOf<NonNullable<Body[Name]>> };

/** Which fields say whom a form is from, for people who look through many of them. */
interface PersonFields<Name> {
  readonly name: Name;
  readonly phone?: Name;
  readonly email: Name;
  /** Where the person or the business is, or what it is about. */
  readonly about: Name;
}

export interface FormDefinition<Body = never> {
  /** In the order in which they are kept. */
  readonly fields: [Body] extends [never] ? FieldDefinitions : FieldsOf<Body>;
  /** What the API adds to the form, after its fields. */
  readonly added?: FieldDefinitions;
  readonly person: PersonFields<[Body] extends [never] ? string : keyof Body>;
}

/** What the office calls a kind of form, and who of it reads them. */
export interface KindDefinition {
  /** The first letter of a reference. */
  readonly letter: string;
  readonly mailTitle: string;
  readonly mailbox: keyof SiteConfig['mailboxes'];
}

/** A kind with one form, which is the body of its call. */
export type FormKind<Body = never> = KindDefinition & FormDefinition<Body>;

/** A form with the example of each field. */
export function exampleOf(fields: FieldDefinitions): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, 'fields' in field ? exampleOfGroup(field) : field.example]),
  );
}

function exampleOfGroup({ fields, isList }: GroupDefinition): unknown {
  return isList ? [exampleOf(fields)] : exampleOf(fields);
}

/** The fields that every form of a kind has. */
export function alwaysStored(fields: FieldDefinitions): FieldDefinitions {
  return Object.fromEntries(
    Object.entries(fields).filter(([, { whenEmpty, isStored }]) => whenEmpty !== 'omit' && isStored !== false),
  );
}
