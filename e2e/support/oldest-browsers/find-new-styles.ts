import bcd from '@mdn/browser-compat-data/forLegacyNode';
import type { Identifier, SupportBlock } from '@mdn/browser-compat-data/types';
import { type Container, type Declaration, parse } from 'postcss';
import { lackingBrowsers, type OldestBrowser } from './targets.ts';

/** A CSS feature that one of the oldest browsers lacks. */
export interface NewStyle {
  name: string;
  browsers: readonly OldestBrowser[];
}

const { properties = {}, selectors = {}, types = {} } = bcd.css;
const atRules = bcd.css['at-rules'] ?? {};

/**
 * Finds properties, keywords, functions, pseudo-classes and at-rules that one of the oldest browsers lacks. Those within
 * `@supports`, or after another value of the same property, have a fallback and are left out.
 */
export function findNewStyles(css: string): NewStyle[] {
  const found = new Map<string, NewStyle>();
  const check = (name: string, identifier: Identifier | undefined) => {
    const browsers = lackingBrowsers(supportOf(identifier));
    if (browsers.length > 0) found.set(name, { name, browsers });
  };
  const visit = (container: Container) => {
    for (const node of container.nodes ?? []) {
      if (node.type === 'atrule') {
        check(`@${node.name}`, child(atRules, node.name));
        if (node.name !== 'supports') visit(node);
      } else if (node.type === 'rule') {
        for (const [, name = ''] of node.selector.matchAll(/::?([a-z][\w-]*)/g))
          check(`:${name}`, child(selectors, name));
        visit(node);
      } else if (node.type === 'decl' && !hasFallback(node)) checkDeclaration(node, check);
    }
  };
  visit(parse(css));
  return [...found.values()];
}

function checkDeclaration({ prop, value }: Declaration, check: (name: string, identifier?: Identifier) => void): void {
  if (prop.startsWith('-')) return;
  const property = child(properties, prop);
  check(prop, property);
  const words = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '');
  for (const [word, name = '', call] of words.matchAll(/(?<![\w#.-])([a-z][a-z-]*)(\()?/g)) {
    if (call) check(`${name}()`, functionNamed(name));
    else if (property) check(`${prop}: ${word}`, child(property, word) ?? child(property, word.replaceAll('-', '_')));
  }
}

/** The data list functions among the types of values, some of them in groups. */
function functionNamed(name: string): Identifier | undefined {
  for (const holder of [types, ...Object.values(types)] as Identifier[]) {
    const known = child(holder, name);
    if (known) return known;
  }
  return undefined;
}

function hasFallback(declaration: Declaration): boolean {
  for (let node = declaration.prev(); node; node = node.prev()) {
    if (node.type === 'decl' && node.prop === declaration.prop) return true;
  }
  return false;
}

function child(holder: object, name: string): Identifier | undefined {
  // The cast is safe: every key of the data except `__compat` is an identifier.
  return Object.hasOwn(holder, name) ? (Reflect.get(holder, name) as Identifier) : undefined;
}

function supportOf(identifier: Identifier | undefined): SupportBlock | undefined {
  return identifier?.__compat?.support;
}
