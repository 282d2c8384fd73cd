import { refuseMethod } from '../../refuse-method.ts';

/** Ways to files, to the network, to other programs, and to an end of this process or of others. */
const waysOut = [
  'getBuiltinModule',
  'binding',
  '_linkedBinding',
  'dlopen',
  'kill',
  '_kill',
  'abort',
  'exit',
  'reallyExit',
  '_debugProcess',
  '_debugEnd',
  'execve',
  'chdir',
  'umask',
  'setuid',
  'setgid',
  'loadEnvFile',
];

/** What is part of the language: V8 and Node use it themselves, and it is frozen. */
const language =
  /^(?:[A-Z]\w*Error|Object|Function|Array|Number|Boolean|String|Symbol|Date|Promise|RegExp|Error|JSON|Math|Intl|Proxy|Reflect|Map|Set|WeakMap|WeakSet|WeakRef|BigInt|Iterator|DataView|ArrayBuffer|\w+Array|globalThis|undefined|NaN|Infinity|parseInt|parseFloat|isNaN|isFinite|(?:de|en)codeURI(?:Component)?|(?:un)?escape|eval)$/;

/**
 * Takes from Node's own realm of this thread what bundles have no use for. They live in a realm beside it and should find no
 * way here; one that does finds the language, frozen, and little else.
 */
export function confine(): void {
  for (const name of waysOut) refuseMethod(process, name);
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!language.test(name)) Reflect.deleteProperty(globalThis, name);
  }
}
