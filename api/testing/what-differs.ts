import { isDeepStrictEqual } from 'node:util';
import type { ClassConstructor } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import { exampleOf, type FieldDefinitions, type GroupDefinition } from 'kit/contracts/form-definition';
import * as z from 'zod/mini';
import type { HeldForm } from './held-forms.ts';

/** A sentence for each member of a form that one of its places lacks or has otherwise. */
export function whatDiffers(form: string, { schema, fields, dto, groups = {} }: HeldForm): string[] {
  const ruled = Object.keys(schema.shape);
  const validated = validatedBy(dto);
  const lacks = (names: string[], within: string[], place: string) =>
    names.filter((name) => !within.includes(name)).map((name) => `${form}: ${place} lacks "${name}".`);
  const defined = Object.keys(fields);
  const all = [...new Set([...ruled, ...defined, ...validated])];
  return [
    ...lacks(all, ruled, 'the schema'),
    ...lacks(all, defined, 'the definition, with mail label, lines and example,'),
    ...lacks(all, validated, `${dto.name}, with a rule,`),
    ...Object.entries(fields).flatMap(([name, field]) => {
      const rule = schema.shape[name];
      if (rule === undefined || !validated.includes(name)) return [];
      const own = whatIsWrong(rule, field).map((sentence) => `${form}: "${name}" ${sentence}`);
      return 'fields' in field
        ? [...own, ...groupDiffers(`${form}, ${name}`, rule, field, groups[name])]
        : [...own, ...documentedOtherwise(form, name, field.example, dto)];
    }),
  ];
}

function groupDiffers(
  form: string,
  rule: z.core.$ZodType,
  { fields }: GroupDefinition,
  dto: ClassConstructor<object> | undefined,
): string[] {
  const schema = innermost(rule);
  if (!(schema instanceof z.ZodMiniObject)) return [`${form}: the definition is a group, and the rule is not.`];
  return dto ? whatDiffers(form, { schema, fields, dto }) : [`${form}: no DTO is held against this group.`];
}

function whatIsWrong(rule: z.core.$ZodType, field: FieldDefinitions[string]): string[] {
  const sentences: string[] = [];
  if (field.mailLabel.trim() === '') sentences.push('has no mail label.');
  const example = 'fields' in field ? exampleOf(field.fields) : field.example;
  const sent = 'isList' in field && field.isList ? [example] : example;
  if (!z.safeParse(rule, sent).success)
    sentences.push(`has an example that its rule refuses: ${JSON.stringify(sent)}.`);
  if ('fields' in field) return sentences;
  const lines = z.safeParse(rule, 'several words\nand more').success ? 'several' : 'one';
  if (field.lines !== lines) sentences.push(`has lines: ${field.lines}, and its rule takes ${lines}.`);
  return sentences;
}

function documentedOtherwise(form: string, name: string, example: unknown, dto: ClassConstructor<object>): string[] {
  const documented: { example?: unknown } | undefined = Reflect.getMetadata(
    'swagger/apiModelProperties',
    dto.prototype,
    name,
  );
  if (isDeepStrictEqual(documented?.example, example)) return [];
  return [`${form}: ${dto.name} documents "${name}" with another example than its definition has.`];
}

function validatedBy(dto: ClassConstructor<object>): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}

/** The rule without what lets it be missing, and of a list that of its entries. */
function innermost(rule: z.core.$ZodType): z.core.$ZodType {
  if (rule instanceof z.ZodMiniOptional || rule instanceof z.ZodMiniNullable) return innermost(rule._zod.def.innerType);
  return rule instanceof z.ZodMiniArray ? innermost(rule._zod.def.element) : rule;
}
