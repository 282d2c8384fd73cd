import type { SupportBlock } from '@mdn/browser-compat-data/types';
import { type AnyNode, type CallExpression, type Expression, type MemberExpression, parse } from 'acorn';
import { ancestor, full } from 'acorn-walk';
import { supportOfGlobal, supportOfMember, supportsOfMethod } from './known-apis.ts';
import { lackingBrowsers, type OldestBrowser } from './targets.ts';

/** An API that a script uses and one of the oldest browsers lacks. */
export interface NewApi {
  name: string;
  browsers: readonly OldestBrowser[];
}

/** The ECMAScript version that every browser of the list parses. A file with newer syntax would not run at all. */
const syntaxYear = 2022;

/**
 * Finds APIs in a built script that one of the oldest browsers lacks: globals, members of globals, and methods that no
 * built-in object has there. APIs that the script checks before use, or defines itself, are left out.
 * @throws SyntaxError if the script has newer syntax
 */
export function findNewApis(code: string): NewApi[] {
  const program = parse(code, { ecmaVersion: syntaxYear, sourceType: 'script' });
  const own = collectOwnNames(program);
  const found = new Map<string, NewApi>();
  const check = (name: string, supports: readonly SupportBlock[], asked: () => boolean) => {
    const lacking = supports.map((support) => lackingBrowsers(support));
    if (lacking.length === 0 || lacking.some((browsers) => browsers.length === 0)) return;
    if (!asked()) found.set(name, { name, browsers: lacking.flat() });
  };
  ancestor(program, {
    Identifier(node, _state, path) {
      const support = own.variables.has(node.name) ? undefined : supportOfGlobal(node.name);
      if (support) check(node.name, [support], () => isAskedFor(node.name, path, code));
    },
    MemberExpression(node, _state, path) {
      const member = memberName(node);
      if (member === undefined || isWrittenTo(node, path)) return;
      const isOfGlobal = node.object.type === 'Identifier' && !own.variables.has(node.object.name);
      const global = isOfGlobal && node.object.type === 'Identifier' ? node.object.name : '';
      const support = isOfGlobal ? supportOfMember(global, member) : undefined;
      const asked = () => isAskedFor(member, path, code);
      if (support) check(`${global}.${member}`, [support], asked);
      else if (isCalled(node, path) && !own.members.has(member)) check(`.${member}()`, supportsOfMethod(member), asked);
    },
  });
  return [...found.values()];
}

interface OwnNames {
  variables: ReadonlySet<string>;
  members: ReadonlySet<string>;
}

/** The script's own declarations, and the members of its own objects and classes. */
function collectOwnNames(program: AnyNode): OwnNames {
  const variables = new Set<string>();
  const members = new Set<string>();
  full(program, (visited) => {
    const node = visited as AnyNode;
    if (node.type === 'VariableDeclarator') addPattern(node.id, variables);
    if ('params' in node) for (const parameter of node.params) addPattern(parameter, variables);
    if ('id' in node && node.id?.type === 'Identifier') variables.add(node.id.name);
    if (node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') {
      if (!node.computed && node.key.type === 'Identifier') members.add(node.key.name);
    }
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') {
      members.add(memberName(node.left) ?? '');
    }
  });
  return { variables, members };
}

function addPattern(pattern: AnyNode, names: Set<string>): void {
  full(pattern, (visited) => {
    // Bound identifiers have other node types in this walk. It also collects names in default values, which is harmless.
    if ('name' in visited && typeof visited.name === 'string') names.add(visited.name);
  });
}

function memberName({ computed, property }: MemberExpression): string | undefined {
  return !computed && property.type === 'Identifier' ? property.name : undefined;
}

function isWrittenTo(node: AnyNode, path: readonly AnyNode[]): boolean {
  const parent = path.at(-2);
  return parent?.type === 'AssignmentExpression' && parent.left === node;
}

function isCalled(node: Expression, path: readonly AnyNode[]): boolean {
  const parent = path.at(-2);
  return parent?.type === 'CallExpression' && parent.callee === node;
}

/** Whether the use is optional, is itself a check, or only runs after a check of the same name. */
function isAskedFor(name: string, path: readonly AnyNode[], code: string): boolean {
  const named = new RegExp(`\\b${name}\\b`);
  return path.some((node, index) => {
    const next = path[index + 1];
    if (node.type === 'UnaryExpression') return node.operator === 'typeof';
    if (node.type === 'CallExpression') return (node as CallExpression).optional && next === node.callee;
    const test = testOf(node);
    return test !== undefined && (next === test || named.test(code.slice(test.start, test.end)));
  });
}

function testOf(node: AnyNode): AnyNode | undefined {
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') return node.test;
  return node.type === 'LogicalExpression' ? node.left : undefined;
}
