import { type ClassConstructor, TransformationType, type TransformFnParams } from 'class-transformer';
import { defaultMetadataStorage as transforms } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage, type ValidationArguments, ValidationTypes } from 'class-validator';

// class-transformer and class-validator look up, filter and group what the decorators say anew for each request, which was a
// fifth of what a lead cost beyond the bare server. Here it is done once for each class.

/** The form, or nothing where it takes a careful look: anything wrong, unknown, or of a shape that is not told here. */
export type FormReader = (body: object) => object | undefined;

interface Member {
  name: string;
  transforms: ((given: TransformFnParams) => unknown)[];
  /** Reads what the member holds, an object or a list of them. */
  nested: FormReader | undefined;
  conditions: ((form: object, value: unknown) => boolean)[];
  checks: ((value: unknown, given: ValidationArguments) => unknown)[];
}

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/**
 * A reader made of the same decorators that the libraries read. It only ever says yes: where it says nothing, the libraries
 * judge, and find the words. Undefined for a class with rules that it does not know.
 */
export function buildFormReader(form: ClassConstructor<object>): FormReader | undefined {
  const members = membersOf(form);
  if (members === undefined) return undefined;
  const byName = new Map(members.map((member) => [member.name, member]));
  return (body) => {
    const read: Record<string, unknown> = Object.assign(new form());
    for (const [name, sent] of Object.entries(body)) {
      const member = byName.get(name);
      if (member === undefined) return undefined;
      const value = readValue(member, sent);
      if (value === unread) return undefined;
      read[name] = transformed(member, value, body);
    }
    return members.every((member) => isRight(member, read)) ? read : undefined;
  };
}

const unread = Symbol('unread');

function readValue({ nested }: Member, sent: unknown): unknown {
  if (Array.isArray(sent)) return listOf(sent, nested);
  if (isObject(sent)) return nested?.(sent) ?? unread;
  return sent;
}

function listOf(sent: unknown[], nested: FormReader | undefined): unknown {
  const list = nested ? sent.map((entry) => (isRecord(entry) ? nested(entry) : undefined)) : sent;
  const isRead = nested ? !list.includes(undefined) : !sent.some(isObject);
  return isRead ? list : unread;
}

function transformed({ name, transforms }: Member, value: unknown, body: object): unknown {
  let result = value;
  for (const transform of transforms) {
    result = transform({ value: result, key: name, obj: body, type: TransformationType.PLAIN_TO_CLASS, options: {} });
  }
  return result;
}

function isRight({ name, conditions, checks }: Member, form: Record<string, unknown>): boolean {
  const value = form[name];
  for (const condition of conditions) if (!condition(form, value)) return true;
  if (checks.length === 0) return true;
  const given = { value, object: form, property: name, targetName: form.constructor.name, constraints: [] };
  return checks.every((check) => check(value, given));
}

function membersOf(form: ClassConstructor<object>): Member[] | undefined {
  const storage = getMetadataStorage();
  const rules = storage.getTargetValidationMetadatas(form, '', false, false);
  const hidden = [...transforms.getExposedMetadatas(form), ...transforms.getExcludedMetadatas(form)];
  if (rules.length === 0 || hidden.length > 0) return undefined;
  const members = Object.entries(storage.groupByPropertyName(rules)).map(([name, own]) => memberOf(form, name, own));
  const known = members.filter((member) => member !== undefined);
  return known.length === members.length ? known : undefined;
}

function memberOf(form: ClassConstructor<object>, name: string, rules: Rule[]): Member | undefined {
  const custom = transforms.findTransformMetadatas(form, name, TransformationType.PLAIN_TO_CLASS);
  const type = transforms.findTypeMetadata(form, name);
  const isKnown =
    rules.every(isKnownRule) &&
    custom.every(({ options = {} }) => Object.keys(options).length === 0) &&
    type?.options?.discriminator === undefined &&
    !(name in form.prototype);
  // A class takes its members by value: a type that is not validated has no reader, and is looked at carefully.
  const isNested = rules.some((rule) => rule.type === ValidationTypes.NESTED_VALIDATION);
  if (!isKnown) return undefined;
  return {
    name,
    transforms: custom.map(({ transformFn }) => transformFn),
    nested: isNested && type ? buildFormReader(type.typeFunction() as ClassConstructor<object>) : undefined,
    conditions: rules
      .filter((rule) => rule.type === ValidationTypes.CONDITIONAL_VALIDATION)
      .map((rule) => rule.constraints[0]),
    checks: rules.filter((rule) => rule.type === ValidationTypes.CUSTOM_VALIDATION).flatMap(checksOf),
  };
}

const knownTypes: string[] = [
  ValidationTypes.CUSTOM_VALIDATION,
  ValidationTypes.CONDITIONAL_VALIDATION,
  ValidationTypes.NESTED_VALIDATION,
  ValidationTypes.WHITELIST,
];

function isKnownRule(rule: Rule): boolean {
  const isPlain = !rule.groups?.length && !rule.validateIf;
  if (rule.type !== ValidationTypes.CUSTOM_VALIDATION) return isPlain && knownTypes.includes(rule.type);
  return isPlain && !rule.each && constraintsOf(rule).every(({ async }) => !async);
}

function checksOf(rule: Rule): Member['checks'] {
  const { constraints } = rule;
  return constraintsOf(rule).map(({ instance }) => {
    const validator = instance; // Each look at it asks class-validator's container.
    return (value, given) => validator.validate(value, { ...given, constraints });
  });
}

function constraintsOf(rule: Rule) {
  return getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isRecord(value: unknown): value is object {
  return isObject(value) && !Array.isArray(value);
}
